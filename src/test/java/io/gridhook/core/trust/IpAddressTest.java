package io.gridhook.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 4291 §2.2, RFC 5952 §4, RFC 4632. */
class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "10.20.30.40, 10.20.30.40",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "FE80::A, fe80::a",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:0:0:2:3:0:0:4, 1::2:3:0:0:4",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "1:2:3:0:5:6:7:8, 1:2:3:0:5:6:7:8",
        "1:2:3::5:6:7:8, 1:2:3:0:5:6:7:8",
        "0001:0002::, 1:2::",
        "::1.2.3.4, ::102:304",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "::ffff:255.255.255.255, ::ffff:ffff:ffff",
    })
    void an_address_is_read_and_written_in_its_usual_form(String text, String usual) {
        assertEquals(usual, IpAddress.parse(text).orElseThrow().toString());
        assertEquals(IpAddress.parse(text), IpAddress.parse(usual));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1.2.3",
                "1.2.3.4.",
                "01.2.3.4",
                "1.2.3.256",
                "1.2.3.-4",
                "1.2.3.4 ",
                "١.2.3.4",
                ":",
                ":::",
                "1:",
                ":1",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "::1:2:3:4:5:6:7:8",
                "g::",
                "12345::",
                "::1%lo",
                "[::1]",
                "1.2.3.4::",
                "::1.2.3",
                "::1.2.3.4:5",
                "1:2:3:4:5:6:7:1.2.3.4",
                "+1::",
                "::-1"
            })
    void everything_else_is_no_address(String text) {
        assertEquals(Optional.empty(), IpAddress.parse(text));
    }

    /** The JDK reads what we write, as the address that we mean. */
    @Test
    void any_address_is_the_jdks() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int zero = 0; zero < bytes.length; zero++) { // some of them, for the shortened forms
                bytes[zero] = i % 2 == 0 && random.nextInt(3) > 0 ? 0 : bytes[zero];
            }
            IpAddress address = IpAddress.of(bytes);
            assertEquals(Optional.of(address), IpAddress.parse(address.toString()));
            assertEquals(InetAddress.getByAddress(bytes), InetAddress.getByName(address.toString()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
        "0.0.0.0/0, 0.0.0.0, 255.255.255.255, ::, ::1",
        "1.2.3.4, 1.2.3.4, 1.2.3.4, 1.2.3.3, 1.2.3.5",
        "::/0, ::, ffff::, 0.0.0.0, 1.2.3.4",
        "fd00::/8, fd00::, fdff:ffff::, fcff:ffff::, fe00::",
        "1:2:3:4::/64, 1:2:3:4::, 1:2:3:4:ffff:ffff:ffff:ffff, 1:2:3:3:ffff::, 1:2:3:5::",
        "::ffff:0:0/96, ::ffff:0:0, ::ffff:ffff:ffff, ::fffe:ffff:ffff, ::1:0:0:0",
        "::1/128, ::1, ::1, ::, ::2",
    })
    void a_range_holds_what_begins_as_it_does(String range, String first, String last, String before, String after) {
        AddressRange parsed = AddressRange.parse(range);
        assertTrue(parsed.contains(IpAddress.parse(first).orElseThrow()));
        assertTrue(parsed.contains(IpAddress.parse(last).orElseThrow()));
        assertFalse(parsed.contains(IpAddress.parse(before).orElseThrow()));
        assertFalse(parsed.contains(IpAddress.parse(after).orElseThrow()));
        assertEquals(parsed, AddressRange.parse(parsed.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "lan",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/08",
                "10.0.0.0/x",
                "10.0.0.1/8",
                "10/8",
                "::/129",
                "fd00::1/8",
                "[::1]",
                "fe80::%eth0/10",
                "10.0.0.0/8/8",
                "localhost"
            })
    void what_is_no_range_is_told(String text) {
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text))
                .getMessage());
        assertTrue(message.startsWith(text) && message.contains(" (expected: "), message);
    }
}
