package io.meshbus.launcher.run;

import io.meshbus.control.store.StoreConfig;
import io.meshbus.launcher.config.RoleConfig;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/** The database's password, from a file that only its owner and their group may read (spec 7.2). */
final class StorePassword {
    private StorePassword() {}

    /** @throws ProblemException CONFIG_INVALID when the file cannot be read or everybody can */
    static StoreConfig with(RoleConfig.Store store) {
        return new StoreConfig.Server(
                store.address(), store.passwordFile().map(StorePassword::read).orElseGet(() -> Secret.of("")));
    }

    private static Secret read(Path file) {
        try {
            if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                throw unusable("everybody on this machine can read " + file, "chmod 600 " + file, null);
            }
            return Secret.of(Files.readString(file).strip());
        } catch (IOException e) {
            throw unusable(file + " cannot be read: " + e.getClass().getSimpleName(), "write it, with mode 600", e);
        }
    }

    private static ProblemException unusable(String why, String remedy, @Nullable Throwable cause) {
        Problem problem = Problem.of(
                ProblemCode.CONFIG_INVALID, "the password of the store is not used (store.passwordFile)", why, remedy);
        return cause == null ? problem.asException() : new ProblemException(problem, cause);
    }
}
