@NullMarked
package io.gridhook.arch.violations.port;

import org.jspecify.annotations.NullMarked;
