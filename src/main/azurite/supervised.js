// Azurite, for as long as whoever started it lives: it ends, data saved, when its standard input does. That is so even when the
// parent was killed, which no shutdown hook survives.
'use strict';

// Azurite saves its data on the first SIGTERM; a second one while it does would kill it, as it listens once.
let shutsDown = false;
const once = process.once.bind(process);
process.once = (event, listener) => {
  if (event === 'SIGTERM') {
    shutsDown = true;
  }
  // Ctrl-C reaches every process of a terminal. The parent still needs its storage then, and ends it when it is done.
  return event === 'SIGINT' ? process : once(event, listener);
};
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {
  if (!shutsDown) {
    process.exit(1);
  }
  // What closes too slowly ends all the same.
  setTimeout(() => process.exit(1), 10000).unref();
});

// Nobody reads what it prints once the parent is gone.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const end = () => process.kill(process.pid, 'SIGTERM');
process.stdin.on('end', end).on('error', end).resume();

require('azurite/dist/src/azurite.js');
