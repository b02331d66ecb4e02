@NullMarked
package io.gridhook.arch.violations.ctl;

import org.jspecify.annotations.NullMarked;
