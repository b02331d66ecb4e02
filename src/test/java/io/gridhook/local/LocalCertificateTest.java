package io.gridhook.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCertificateTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void a_client_that_trusts_the_exported_certificate_reaches_the_server_and_no_other_does() throws Exception {
        LocalCertificate certificate = new LocalCertificate(directory);
        LocalHttpServer server = LocalHttpServer.https(0, certificate.tls());
        List<LocalFunction> functions =
                FunctionIndex.of(List.of(TestFunctions.class)).functions();
        server.start(new HttpFunctions(
                new RouteTable(functions, ""),
                new FunctionInvoker(TestFunctions.injector(call -> {})),
                new RequestReader(1000),
                new InFlight()));
        try {
            for (String host : List.of("localhost", "127.0.0.1")) {
                URI uri = URI.create("https://" + host + ":" + server.port() + "/echo/x");
                HttpRequest request = HttpRequest.newBuilder(uri).build();
                HttpResponse<String> response = HttpClient.newBuilder()
                        .sslContext(trusting(certificate.pem()))
                        .build()
                        .send(request, HttpResponse.BodyHandlers.ofString());
                assertEquals(200, response.statusCode());
                assertEquals("uri " + uri, response.body().split("\n", -1)[2]);
                assertThrows(SSLException.class, () -> HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString()));
            }
        } finally {
            server.close();
        }
    }

    @Test
    void it_is_made_once_and_its_password_is_the_owners() throws Exception {
        new LocalCertificate(directory).tls();
        byte[] first = Files.readAllBytes(directory.resolve("localhost.p12"));
        String pem = Files.readString(new LocalCertificate(directory).pem());
        new LocalCertificate(directory).tls();
        assertArrayEquals(first, Files.readAllBytes(directory.resolve("localhost.p12")));
        assertEquals(pem, Files.readString(new LocalCertificate(directory).pem()));
        assertEquals(
                PosixFilePermissions.fromString("rw-------"),
                Files.getPosixFilePermissions(directory.resolve("password")));
    }

    @Test
    void a_broken_one_is_said_in_one_sentence() throws Exception {
        Files.writeString(directory.resolve("localhost.p12"), "no key store");
        Files.writeString(directory.resolve("password"), "x");
        LocalHostException refused =
                assertThrows(LocalHostException.class, () -> new LocalCertificate(directory).tls());
        assertTrue(String.valueOf(refused.getMessage()).endsWith("; delete that directory"));
    }

    private static SSLContext trusting(Path pem) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(pem)) {
            trusted.setCertificateEntry(
                    "local", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }
}
