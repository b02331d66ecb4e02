@NullMarked
package io.gridhook.arch.violations.functions;

import org.jspecify.annotations.NullMarked;
