package io.gridhook.bench;

/** As much of HTTP/1.1 as the load and the receiver need: both ends send a Content-Length. */
final class HttpText {
    private static final String LENGTH = "\r\ncontent-length:";

    private HttpText() {}

    /** Where the body starts after a head that starts at {@code start}; -1 if the head is not complete. */
    static int bodyStart(byte[] bytes, int start, int end) {
        for (int i = start + 3; i < end; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    /** Of a head that ends at {@code end}; 0 if it does not say. */
    static int contentLength(byte[] bytes, int start, int end) {
        for (int i = start; i < end - LENGTH.length(); i++) {
            if (bytes[i] == '\r' && isLength(bytes, i)) {
                return number(bytes, i + LENGTH.length(), end);
            }
        }
        return 0;
    }

    /** Of an answer. */
    static int status(byte[] bytes, int start) {
        return number(bytes, start + "HTTP/1.1 ".length(), start + "HTTP/1.1 200".length());
    }

    private static boolean isLength(byte[] bytes, int at) {
        for (int i = 2; i < LENGTH.length(); i++) {
            if ((bytes[at + i] | (LENGTH.charAt(i) >= 'a' ? 0x20 : 0)) != LENGTH.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] == ' ') {
            at++;
        }
        int number = 0;
        for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            number = 10 * number + bytes[at] - '0';
        }
        return number;
    }
}
