package io.gridhook.adapter.http;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A name server on a UDP port of this machine (RFC 1035 §4): it answers each question for IPv4 addresses with the next of a few lists,
 * the last of them for ever after, to be kept for 0 seconds. The JDK's own resolver cannot be sent to a name server of one's own before
 * Java 18, so {@link #resolver} asks it instead.
 */
final class DnsServer implements AutoCloseable {
    private static final int TYPE_A = 1;
    private static final int CLASS_IN = 1;
    private static final int HEADER_BYTES = 12;
    private static final int MESSAGE_BYTES_MAX = 512;
    private static final int WAIT_MILLIS = 20_000;
    /** A question that may be answered from elsewhere. */
    private static final int QUESTION_FLAGS = 0x0100;
    /** An answer that is this server's own. */
    private static final int ANSWER_FLAGS = 0x8580;
    /** The name of the first question, by a pointer to it. */
    private static final int SAME_NAME = 0xC00C;

    private final DatagramSocket socket;
    private final List<List<String>> answers;
    private final AtomicInteger questions = new AtomicInteger();

    /** @param answers lists of IPv4 addresses */
    DnsServer(List<List<String>> answers) throws IOException {
        this.answers = List.copyOf(answers);
        this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "dns-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** How often it was asked. */
    int questions() {
        return questions.get();
    }

    /** Asks this server over UDP, each time anew. */
    HostResolver resolver() {
        return host -> {
            try (DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                client.setSoTimeout(WAIT_MILLIS);
                byte[] question = question(host);
                client.send(new DatagramPacket(question, question.length, socket.getLocalSocketAddress()));
                DatagramPacket answer = new DatagramPacket(new byte[MESSAGE_BYTES_MAX], MESSAGE_BYTES_MAX);
                client.receive(answer);
                return addresses(ByteBuffer.wrap(answer.getData(), 0, answer.getLength()), question.length);
            } catch (IOException e) {
                throw new UnknownHostException(host + ": " + e);
            }
        };
    }

    private static byte[] question(String host) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        writeHeader(out, QUESTION_FLAGS, 0);
        for (String label : host.split("\\.", -1)) {
            out.writeByte(label.length());
            out.write(label.getBytes(StandardCharsets.US_ASCII));
        }
        out.writeByte(0);
        out.writeShort(TYPE_A);
        out.writeShort(CLASS_IN);
        return bytes.toByteArray();
    }

    private static void writeHeader(DataOutputStream out, int flags, int answers) throws IOException {
        out.writeShort(1); // id
        out.writeShort(flags);
        out.writeShort(1); // questions
        out.writeShort(answers);
        out.writeInt(0); // neither authorities nor more
    }

    private static InetAddress[] addresses(ByteBuffer answer, int questionBytes) throws UnknownHostException {
        int count = answer.getShort(6);
        answer.position(questionBytes);
        List<InetAddress> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answer.position(answer.position() + 12); // its name, type, class, time to live and length
            byte[] address = new byte[4];
            answer.get(address);
            found.add(InetAddress.getByAddress(address));
        }
        return found.toArray(InetAddress[]::new);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                DatagramPacket question = new DatagramPacket(new byte[MESSAGE_BYTES_MAX], MESSAGE_BYTES_MAX);
                socket.receive(question);
                byte[] answer = answer(Arrays.copyOf(question.getData(), question.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private byte[] answer(byte[] question) throws IOException {
        List<String> addresses = answers.get(Math.min(questions.getAndIncrement(), answers.size() - 1));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        writeHeader(out, ANSWER_FLAGS, addresses.size());
        out.write(question, HEADER_BYTES, question.length - HEADER_BYTES);
        for (String address : addresses) {
            out.writeShort(SAME_NAME);
            out.writeShort(TYPE_A);
            out.writeShort(CLASS_IN);
            out.writeInt(0); // seconds to keep it
            out.writeShort(4);
            out.write(InetAddress.getAllByName(address)[0].getAddress());
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
