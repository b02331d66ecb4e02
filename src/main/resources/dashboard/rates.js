// Rates and latencies from what each instance counted: the difference between two of its answers. Which instance answers is the
// platform's choice, so that each is compared with itself alone.

/** Ours: how far back plots go. */
export const WINDOW_MS = 15 * 60_000;
/** Ours: after that an instance that did not answer again counts no more. */
const FORGOTTEN_MS = 30_000;
/** The longest that an instance keeps its counts to itself before it writes them into the ledger. */
const LEDGER_MS = 5 * 60_000;
/** Ours: a minute's counts may come at once, so that a shorter time tells nothing. */
const LEDGER_MIN_MS = 60_000;
const SAMPLES_MAX = 400;

const quantile = (upTo, counts, share) => {
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (total <= 0) return null;
  let wanted = total * share;
  for (let i = 0; i < counts.length; i++) {
    if (wanted <= counts[i] && counts[i] > 0) {
      const low = i === 0 ? 0 : upTo[i - 1];
      const high = i < upTo.length ? upTo[i] : upTo[upTo.length - 1];
      return low + (high - low) * (wanted / counts[i]);
    }
    wanted -= counts[i];
  }
  return upTo[upTo.length - 1];
};

const differences = (now, before) => now.map((each, i) => Math.max(0, each - (before[i] ?? 0)));

export class Rates {
  #last = new Map();
  #current = new Map();
  #totals = [];

  /**
   * { at, perSecond: {counter: number}, latency: {timer: {p50, p95}}, pending: {queue: number}, ended: {delivered, lost} or null }, the
   * oldest first.
   */
  samples = [];

  /** How many instances answered lately. */
  get instances() {
    return this.#current.size;
  }

  /** Takes an overview. */
  add(overview) {
    const at = Date.parse(overview.generatedAt);
    const { id, counts, durations } = overview.instance;
    const before = this.#last.get(id);
    if (before?.at === at) return;
    this.#last.set(id, { at, counts, durations });
    const ended = this.#ended(at, overview.ledger?.total);
    if (before && at > before.at) this.#current.set(id, this.#between(before, { at, counts, durations }));
    for (const [each, rates] of this.#current) {
      if (at - rates.at > FORGOTTEN_MS) this.#current.delete(each);
    }
    if (this.#current.size) this.#sum(at, overview.pending ?? {}, ended);
  }

  /** How fast deliveries ended in all instances, by the ledger: over as long as an instance may have kept its counts. */
  #ended(at, total) {
    if (!total) return null;
    const lost = Object.values(total.dropped ?? {}).reduce((sum, each) => sum + each, total.deadLettered);
    this.#totals = this.#totals.filter((each) => at - each.at <= LEDGER_MS);
    this.#totals.push({ at, delivered: total.delivered, lost });
    const first = this.#totals[0];
    if (at - first.at < LEDGER_MIN_MS) return null;
    const seconds = (at - first.at) / 1000;
    return { delivered: Math.max(0, total.delivered - first.delivered) / seconds, lost: Math.max(0, lost - first.lost) / seconds };
  }

  #between(before, now) {
    const seconds = (now.at - before.at) / 1000;
    const perSecond = {};
    for (const [name, value] of Object.entries(now.counts)) {
      perSecond[name] = Math.max(0, value - (before.counts[name] ?? 0)) / seconds;
    }
    const histograms = {};
    for (const [name, { upTo, counts }] of Object.entries(now.durations)) {
      histograms[name] = { upTo, counts: differences(counts, before.durations[name]?.counts ?? []) };
    }
    return { at: now.at, perSecond, histograms };
  }

  #sum(at, pending, ended) {
    const perSecond = {};
    const merged = {};
    for (const rates of this.#current.values()) {
      for (const [name, value] of Object.entries(rates.perSecond)) perSecond[name] = (perSecond[name] ?? 0) + value;
      for (const [name, { upTo, counts }] of Object.entries(rates.histograms)) {
        const sums = merged[name]?.counts ?? counts.map(() => 0);
        merged[name] = { upTo, counts: counts.map((each, i) => each + sums[i]) };
      }
    }
    const latency = {};
    for (const [name, { upTo, counts }] of Object.entries(merged)) {
      latency[name] = { p50: quantile(upTo, counts, 0.5), p95: quantile(upTo, counts, 0.95) };
    }
    this.samples.push({ at, perSecond, latency, pending, ended });
    this.samples = this.samples.filter((each) => at - each.at <= WINDOW_MS).slice(-SAMPLES_MAX);
  }
}
