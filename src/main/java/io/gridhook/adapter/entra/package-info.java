/**
 * Access tokens of Microsoft Entra: their signatures, and the keys that those are checked with. May depend on port and core, and on the
 * JWT library, which nothing else knows.
 */
@NullMarked
package io.gridhook.adapter.entra;

import org.jspecify.annotations.NullMarked;
