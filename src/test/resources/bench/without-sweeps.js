// For benchmarks: Azurite deletes what its queues no longer hold once a minute, and answers nothing meanwhile, 3 to 12 s at 60 publishes
// a second. Real storage knows no such pause, so here it is put off for a day.
'use strict';

const Module = require('module');
const load = Module._load;
Module._load = function (...request) {
  const exports = load.apply(this, request);
  if (exports && exports.DEFAULT_GC_INTERVAL_MS) {
    exports.DEFAULT_GC_INTERVAL_MS = 24 * 60 * 60 * 1000;
  }
  return exports;
};
