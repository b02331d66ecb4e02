package io.gridhook.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagementAccessTest {

    @ParameterizedTest
    @CsvSource({
        "management, true",
        "module, true",
        "Management, false",
        "managemen, false",
        "managementx, false",
        "'', false"
    })
    void only_the_accepted_keys_may_manage(String presented, boolean allowed) {
        assertEquals(allowed, new ManagementAccess(Set.of("management", "module")).allows(presented));
    }

    @Test
    void without_a_key_nobody_may_manage() {
        assertFalse(new ManagementAccess(Set.of()).allows(""));
    }

    @Test
    void a_blank_key_is_no_key() {
        assertThrows(IllegalArgumentException.class, () -> new ManagementAccess(Set.of(" ")));
    }
}
