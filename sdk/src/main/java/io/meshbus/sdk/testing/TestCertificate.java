package io.meshbus.sdk.testing;

import io.meshbus.sdk.subject.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A self-signed certificate of a test's server, made by the JDK's keytool. */
record TestCertificate(Path certificateFile, Path keyFile, String sha256) {
    private static final String ALIAS = "broker";
    /** Guards a throw-away key in a test's own directory; keytool insists on one. */
    private static final String STORE_PASSWORD = "throw-away";

    /** One for the JVM: keytool takes a second. */
    private static final AtomicReference<byte[]> MADE = new AtomicReference<>();

    static TestCertificate make(Path directory) throws IOException {
        byte[] store = MADE.get();
        if (store == null) {
            store = keytool(directory.resolve("tls.p12"));
            MADE.set(store);
        }
        try (InputStream in = new ByteArrayInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, STORE_PASSWORD.toCharArray());
            byte[] certificate = keys.getCertificate(ALIAS).getEncoded();
            byte[] key = keys.getKey(ALIAS, STORE_PASSWORD.toCharArray()).getEncoded();
            return new TestCertificate(
                    pem(directory.resolve("cert.pem"), "CERTIFICATE", certificate),
                    pem(directory.resolve("key.pem"), "PRIVATE KEY", key),
                    Digest.sha256(certificate));
        } catch (GeneralSecurityException e) {
            throw new IOException("the test's key cannot be read", e);
        }
    }

    private static byte[] keytool(Path store) throws IOException {
        Files.deleteIfExists(store);
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=broker",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .start();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool failed: "
                        + new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            return Files.readAllBytes(store);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Path pem(Path file, String kind, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }
}
