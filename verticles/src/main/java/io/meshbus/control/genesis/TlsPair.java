package io.meshbus.control.genesis;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.subject.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The broker's certificate: EC P-256, self-signed, recognised by the SHA-256 of its DER form (facts 8). Blocking.
 */
final class TlsPair {
    /** Clients pin the certificate, so its age protects nothing; doctor tells before it ends. */
    private static final Duration VALID = Duration.ofDays(3650);
    /** Clocks of other machines may be behind this one. */
    private static final Duration SKEW = Duration.ofDays(1);

    private static final int SERIAL_BITS = 127;
    private static final int PEM_LINE = 64;

    private TlsPair() {}

    /** Makes the pair when it is missing; the certificate is written last. Returns whether it was made. */
    static boolean ensure(MeshDirectory directory, String host, Instant now, SecureRandom random) {
        return ensure(directory.certificate(), directory.certificateKey(), host, now, random);
    }

    /** The same for the pair that follows. */
    static boolean ensureNext(MeshDirectory directory, String host, Instant now, SecureRandom random) {
        return ensure(directory.nextCertificate(), directory.nextCertificateKey(), host, now, random);
    }

    private static boolean ensure(Path shown, Path key, String host, Instant now, SecureRandom random) {
        if (Files.exists(shown) && Files.exists(key)) {
            return false;
        }
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            byte[] certificate = certificate(pair, host, now, random);
            AtomicFile.write(key, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
            AtomicFile.write(shown, pem("CERTIFICATE", certificate));
            return true;
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("a certificate cannot be made", e);
        }
    }

    /** SHA-256 (hex) of the certificate's DER form. */
    static String pin(MeshDirectory directory) {
        return pin(directory.certificate());
    }

    static String pin(Path certificate) {
        try (InputStream in = Files.newInputStream(certificate)) {
            return Digest.sha256(CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getEncoded());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot read " + certificate, e);
        }
    }

    private static byte[] certificate(KeyPair pair, String host, Instant now, SecureRandom random)
            throws OperatorCreationException, IOException {
        X500Name name = new X500Name("CN=meshbus broker");
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, random),
                Date.from(now.minus(SKEW)),
                Date.from(now.plus(VALID)),
                name,
                pair.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, names(host));
        return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                .getEncoded();
    }

    private static GeneralNames names(String host) {
        List<GeneralName> names = new ArrayList<>(List.of(
                new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
        if (!host.equals("localhost") && !host.equals("127.0.0.1")) {
            boolean address = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
            names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        return new GeneralNames(names.toArray(GeneralName[]::new));
    }

    private static String pem(String label, byte[] der) {
        String body = Base64.getMimeEncoder(PEM_LINE, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
