package io.gridhook.arch.violations.functions;

import io.gridhook.arch.violations.ctl.CtlIsFine;

/** Functions answer whoever asks. */
public record FunctionsKnowsCtl(CtlIsFine ctl) {}
