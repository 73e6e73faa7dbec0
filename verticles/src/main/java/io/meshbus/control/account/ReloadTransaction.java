package io.meshbus.control.account;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.natsserver.ConfigCheck.Finding;
import io.meshbus.natsserver.ConfigCheck.Verdict;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The file half of a reload (spec 3.4): candidate, the server's own check, rename. Blocking. A crash at any line leaves
 * the previous list, or the new one whole; candidates are never included by a running server.
 */
final class ReloadTransaction {
    /** Checks of one reload at most; each but the last puts at least one principal aside. */
    private static final int ROUNDS_MAX = 16;

    private static final String INCLUDED = "include \"users.conf\"";

    private final Path binary;
    private final MeshDirectory directory;

    ReloadTransaction(Path binary, MeshDirectory directory) {
        this.binary = binary;
        this.directory = directory;
    }

    /**
     * What stands in {@code users.conf} now.
     *
     * @param digest the server's {@code config_digest} once it runs this
     * @param quarantined principals left out → the server's complaint
     * @param replaced false when the file said the same already
     */
    record Written(UserListText list, String digest, Map<PrincipalId, String> quarantined, boolean replaced) {
        Written {
            quarantined = Map.copyOf(quarantined);
        }
    }

    /**
     * Puts the list into {@code users.conf}, without the principals that the server refuses.
     *
     * @param list the list without some principals
     * @param vital principals that may not be left out
     * @throws io.meshbus.sdk.problem.ProblemException {@code COMPOSITION_REFUSED}; the previous list stays
     */
    Written write(Function<Set<PrincipalId>, UserListText> list, Set<PrincipalId> vital) throws IOException {
        Map<PrincipalId, String> quarantined = new TreeMap<>();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            UserListText candidate = list.apply(Set.copyOf(quarantined.keySet()));
            if (stands(candidate) && ConfigCheck.check(binary, directory.natsConf()) instanceof Verdict.Valid valid) {
                return new Written(candidate, valid.digest(), quarantined, false);
            }
            Verdict verdict = check(candidate);
            if (verdict instanceof Verdict.Valid valid) {
                AtomicFile.write(directory.users(), candidate.text());
                deleteCandidates();
                return new Written(candidate, valid.digest(), quarantined, true);
            }
            Verdict.Refused refused = (Verdict.Refused) verdict;
            Map<PrincipalId, String> bad = blamed(refused, candidate);
            if (bad.isEmpty() || bad.keySet().stream().anyMatch(vital::contains)) {
                throw refused(refused.line());
            }
            quarantined.putAll(bad);
        }
        throw refused("more than " + ROUNDS_MAX + " checks found ever more bad principals");
    }

    /** True when the file says exactly this, apart from its header. */
    boolean stands(UserListText candidate) throws IOException {
        return Files.exists(directory.users())
                && UserListText.bodyOf(Files.readString(directory.users()))
                        .filter(candidate.body()::equals)
                        .isPresent();
    }

    private Verdict check(UserListText candidate) throws IOException {
        String conf = Files.readString(directory.natsConf());
        if (!conf.contains(INCLUDED)) {
            throw refused(directory.natsConf() + " does not say " + INCLUDED);
        }
        AtomicFile.write(directory.usersCandidate(), candidate.text());
        AtomicFile.write(
                directory.natsCandidateConf(),
                conf.replace(INCLUDED, "include \"" + directory.usersCandidate().getFileName() + "\""));
        return ConfigCheck.check(binary, directory.natsCandidateConf());
    }

    private Map<PrincipalId, String> blamed(Verdict.Refused refused, UserListText candidate) {
        String file =
                Objects.requireNonNull(directory.usersCandidate().getFileName()).toString();
        Map<PrincipalId, String> bad = new TreeMap<>();
        for (Finding finding : refused.findings()) {
            if (finding.file().endsWith(file)) {
                candidate
                        .principalAt(finding.line())
                        .ifPresent(principal -> bad.putIfAbsent(principal, finding.toString()));
            }
        }
        return bad;
    }

    private void deleteCandidates() throws IOException {
        Files.deleteIfExists(directory.usersCandidate());
        Files.deleteIfExists(directory.natsCandidateConf());
    }

    private RuntimeException refused(String why) {
        return new Problem(
                        ProblemCode.COMPOSITION_REFUSED,
                        "the server refuses the composed user list; the previous one stays in force",
                        directory.usersCandidate().toString(),
                        why,
                        "mend the manifest that the line comes from: meshbus accounts show")
                .asException();
    }
}
