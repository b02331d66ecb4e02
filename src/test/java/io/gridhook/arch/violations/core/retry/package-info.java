@NullMarked
package io.gridhook.arch.violations.core.retry;

import org.jspecify.annotations.NullMarked;
