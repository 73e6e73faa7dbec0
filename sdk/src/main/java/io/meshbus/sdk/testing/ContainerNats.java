package io.meshbus.sdk.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** A nats-server of a test in a container, by Testcontainers; {@code MESHBUS_NATS_IMAGE} names the image. */
final class ContainerNats implements Broker {
    static final String IMAGE = "MESHBUS_NATS_IMAGE";
    private static final String IMAGE_DEFAULT = "nats:2";
    private static final int PORT = 4222;
    private static final String FOLDER = "/mesh/";
    private static final int READABLE = 0644;

    private final GenericContainer<?> container;
    private final TestCertificate certificate;

    private ContainerNats(GenericContainer<?> container, TestCertificate certificate) {
        this.container = container;
        this.certificate = certificate;
    }

    static boolean dockerAnswers() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    static ContainerNats start(Path directory, String config) {
        try {
            Files.createDirectories(directory);
            TestCertificate certificate = TestCertificate.make(directory);
            String image = Brokers.said(IMAGE, IMAGE_DEFAULT);
            GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                    .withExposedPorts(PORT)
                    .withCopyToContainer(Transferable.of(whole(config), READABLE), FOLDER + "nats.conf")
                    .withCopyToContainer(file(certificate.certificateFile()), FOLDER + "cert.pem")
                    .withCopyToContainer(file(certificate.keyFile()), FOLDER + "key.pem")
                    .withCommand("-c", FOLDER + "nats.conf")
                    .waitingFor(Wait.forLogMessage(".*Server is ready.*", 1));
            container.start();
            return new ContainerNats(container, certificate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Transferable file(Path file) throws IOException {
        return Transferable.of(Files.readAllBytes(file), READABLE);
    }

    private static String whole(String config) {
        return "listen: \"0.0.0.0:" + PORT + "\"\n"
                + "tls { cert_file: \"" + FOLDER + "cert.pem\", key_file: \"" + FOLDER + "key.pem\" }\n"
                + "jetstream { store_dir: \"" + FOLDER + "store\" }\n" + config + "\n";
    }

    @Override
    public String url() {
        return "tls://" + container.getHost() + ":" + container.getMappedPort(PORT);
    }

    @Override
    public String pin() {
        return certificate.sha256();
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public void close() {
        container.stop();
    }
}
