/**
 * The webhook client on Apache HttpClient 5: one POST, one outcome. May depend on ports and core; the only package that knows
 * {@code org.apache.hc}.
 */
@NullMarked
package io.gridhook.adapter.http;

import org.jspecify.annotations.NullMarked;
