package io.gridhook.arch.violations.unmarked;

/** In a package without package-info. */
final class Unmarked {
    private Unmarked() {}
}
