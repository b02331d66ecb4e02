@NullMarked
package io.gridhook.arch.violations.local;

import org.jspecify.annotations.NullMarked;
