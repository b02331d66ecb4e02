package io.gridhook.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The self-made certificate for {@code localhost}, {@code 127.0.0.1} and {@code ::1}: made once by the JDK's {@code keytool}, kept with
 * its key and password where only the owner reads them, and as PEM for clients to trust.
 */
final class LocalCertificate {
    private static final String ALIAS = "localhost";
    private static final String VALID_DAYS = "3650";
    private static final int KEYTOOL_SECONDS_MAX = 60;

    private final Path directory;

    /** Keeps its files in {@code directory}. */
    LocalCertificate(Path directory) {
        this.directory = directory;
    }

    /** The certificate, for clients to trust; there once {@link #tls} was called. */
    Path pem() {
        return directory.resolve("localhost.pem");
    }

    /** A server's TLS with the certificate, which is made if there is none yet. */
    SSLContext tls() {
        try {
            if (!Files.exists(keyStoreFile())) {
                make();
            }
            char[] password = Files.readString(passwordFile()).trim().toCharArray();
            KeyStore keyStore = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(keyStoreFile())) {
                keyStore.load(in, password);
            }
            Files.writeString(pem(), pem(keyStore.getCertificate(ALIAS)));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore, password);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), null, null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw new LocalHostException(
                    "certificate in " + directory + ": cannot be used (" + e.getMessage() + "); delete that directory",
                    e);
        }
    }

    private Path keyStoreFile() {
        return directory.resolve("localhost.p12");
    }

    private Path passwordFile() {
        return directory.resolve("password");
    }

    private void make() throws IOException {
        Files.createDirectories(directory);
        Files.deleteIfExists(passwordFile());
        Files.createFile(passwordFile(), ownerOnly());
        byte[] secret = new byte[24];
        new SecureRandom().nextBytes(secret);
        Files.writeString(
                passwordFile(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
        Path unfinished = directory.resolve("localhost.p12.new");
        Files.deleteIfExists(unfinished);
        runKeytool(unfinished);
        try {
            Files.move(unfinished, keyStoreFile(), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(unfinished, keyStoreFile());
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private void runKeytool(Path keyStore) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                VALID_DAYS,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1,ip:::1",
                "-storetype",
                "PKCS12",
                "-keystore",
                keyStore.toString(),
                "-storepass:file",
                passwordFile().toString());
        Path output = directory.resolve("keytool.log");
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!ended(keytool) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed, see " + output);
        }
        Files.deleteIfExists(output);
    }

    private static boolean ended(Process keytool) {
        try {
            return keytool.waitFor(KEYTOOL_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            keytool.destroyForcibly();
        }
    }

    private static String pem(Certificate certificate) throws GeneralSecurityException {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN CERTIFICATE-----\n" + lines.encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
