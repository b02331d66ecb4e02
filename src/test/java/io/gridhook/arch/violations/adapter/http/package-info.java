@NullMarked
package io.gridhook.arch.violations.adapter.http;

import org.jspecify.annotations.NullMarked;
