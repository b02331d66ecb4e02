@NullMarked
package io.gridhook.arch.violations.core.event;

import org.jspecify.annotations.NullMarked;
