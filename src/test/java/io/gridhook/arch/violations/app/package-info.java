@NullMarked
package io.gridhook.arch.violations.app;

import org.jspecify.annotations.NullMarked;
