@NullMarked
package io.gridhook.arch.violations.adapter.storage;

import org.jspecify.annotations.NullMarked;
