/** Microsoft Entra, asked for tokens. */
@NullMarked
package io.gridhook.adapter.identity;

import org.jspecify.annotations.NullMarked;
