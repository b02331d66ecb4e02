// Numbers and times as people read them.

const WHOLE = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 12,345; from a million on 1.2M. */
export const count = (number) => (Math.abs(number) < 1e6 ? WHOLE.format(Math.round(number)) : SHORT.format(number));

/** A rate or a latency: three digits that count. */
export const measure = (number) => {
  if (!Number.isFinite(number)) return '–';
  if (number === 0) return '0';
  if (number >= 1e4) return SHORT.format(number);
  if (number >= 100) return WHOLE.format(Math.round(number));
  return String(Number(number.toPrecision(2)));
};

const two = (number) => String(number).padStart(2, '0');

/** 2026-11-20 09:30:05, of the machine that shows it. */
export const time = (text) => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return String(text ?? '');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock(at)}`;
};

export const clock = (at) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** 4 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export const span = (milliseconds) => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
};

export const millis = (number) => (number < 1000 ? `${measure(number)} ms` : `${measure(number / 1000)} s`);

/** An ISO-8601 duration that is days, in words. */
export const duration = (text) => String(text).replace(/\bP(\d+)D\b/, (all, days) => many(Number(days), 'day'));

/** Times within a sentence of the app's. */
export const withTimes = (text) => duration(text).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, time);

/** 1 event, 2 events. */
export const many = (number, one, more = `${one}s`) => `${count(number)} ${number === 1 ? one : more}`;

/** Dropped events of all reasons. */
export const dropped = (ledger) => Object.values(ledger?.dropped ?? {}).reduce((sum, each) => sum + each, 0);
