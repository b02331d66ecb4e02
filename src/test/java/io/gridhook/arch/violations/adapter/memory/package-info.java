@NullMarked
package io.gridhook.arch.violations.adapter.memory;

import org.jspecify.annotations.NullMarked;
