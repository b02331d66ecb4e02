// Small plots of a quarter of an hour.
import { h, replace, say, svg } from './dom.js';
import { clock } from './format.js';
import { WINDOW_MS } from './rates.js';

const WIDTH = 360;
const HEIGHT = 132;
const LEFT = 48;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 20;
/** Ours: what is shown before there is more. */
const SPAN_MIN_MS = 2 * 60_000;
/** Ours: a longer pause between two points is a gap. */
const GAP_MS = 20_000;

/** 1, 2 or 5 times a power of ten, not less than the number. */
const round = (number) => {
  if (number <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= number * 0.999999);
};

/**
 * A plot with its legend. Series are { name, of: sample => number or null }.
 */
export class Plot {
  #series;
  #show;
  #title;
  #samples = [];
  #picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img' });
  #legend = h('ul', { class: 'legend' });
  #at = null;
  #when = h('span', { class: 'quiet' });

  constructor(title, series, show) {
    this.#title = title;
    this.#series = series;
    this.#show = show;
    this.#picture.addEventListener('pointermove', (event) => this.#point(event));
    this.#picture.addEventListener('pointerleave', () => this.#point(null));
    this.node = h('figure', { class: 'card' },
      h('figcaption', {}, h('h3', {}, title), this.#when), this.#picture, this.#legend);
    this.update([]);
  }

  update(samples) {
    this.#samples = samples;
    this.#draw();
  }

  #span() {
    const end = this.#samples[this.#samples.length - 1]?.at ?? Date.now();
    const begin = this.#samples[0]?.at ?? end;
    const span = Math.min(WINDOW_MS, Math.max(SPAN_MIN_MS, end - begin));
    return { begin: end - span, end };
  }

  #x(at, { begin, end }) {
    return LEFT + ((at - begin) / (end - begin)) * (WIDTH - LEFT - RIGHT);
  }

  #point(event) {
    if (event === null || this.#samples.length === 0) {
      this.#at = null;
    } else {
      const box = this.#picture.getBoundingClientRect();
      const span = this.#span();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const nearest = (best, each) =>
        (Math.abs(this.#x(each.at, span) - x) < Math.abs(this.#x(best.at, span) - x) ? each : best);
      this.#at = this.#samples.reduce(nearest);
    }
    this.#draw();
  }

  #draw() {
    const span = this.#span();
    const values = this.#series.map(({ of }) => this.#samples.map((sample) => of(sample)));
    const top = round(Math.max(0, ...values.flat().filter((each) => each !== null)));
    const y = (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
    const lines = [0, 0.5, 1].map((share) => [
      svg('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(top * share), y2: y(top * share), class: 'grid' }),
      svg('text', { x: LEFT - 6, y: y(top * share) + 3.5, 'text-anchor': 'end' }, this.#show(top * share)),
    ]);
    const times = [
      svg('text', { x: LEFT, y: HEIGHT - 5 }, clock(new Date(span.begin))),
      svg('text', { x: WIDTH - RIGHT, y: HEIGHT - 5, 'text-anchor': 'end' }, clock(new Date(span.end))),
    ];
    const paths = values.map((each, i) => this.#path(each, i, span, y)).reverse();
    const mark = this.#at && svg('line', {
      x1: this.#x(this.#at.at, span), x2: this.#x(this.#at.at, span), y1: TOP, y2: HEIGHT - BOTTOM, class: 'mark' });
    const empty = this.#samples.length < 2
      && svg('text', { x: (WIDTH + LEFT) / 2, y: HEIGHT / 2, 'text-anchor': 'middle', class: 'empty' }, 'begins in a few seconds');
    replace(this.#picture, lines, times, paths, mark, empty);
    this.#tell();
  }

  #path(values, i, span, y) {
    const runs = [];
    let last = -Infinity;
    values.forEach((value, at) => {
      const sample = this.#samples[at];
      if (value === null) return;
      if (sample.at - last > GAP_MS) runs.push([]);
      last = sample.at;
      runs[runs.length - 1].push([this.#x(sample.at, span), y(value)]);
    });
    const text = (points) => points.map(([x, v]) => `${x.toFixed(1)} ${v.toFixed(1)}`).join('L');
    const floor = HEIGHT - BOTTOM;
    return runs.map((points) => [
      i === 0 && points.length > 1 && svg('path', {
        class: 'area',
        d: `M${text(points)}L${points[points.length - 1][0].toFixed(1)} ${floor}L${points[0][0].toFixed(1)} ${floor}Z`,
      }),
      points.length > 1
        ? svg('path', { class: `line c${i}`, d: `M${text(points)}` })
        : svg('circle', { class: `dot c${i}`, cx: points[0][0], cy: points[0][1], r: 2 }),
    ]);
  }

  #tell() {
    const sample = this.#at ?? this.#samples[this.#samples.length - 1];
    const texts = this.#series.map(({ name, of }) => {
      const value = sample ? of(sample) : null;
      return [name, value === null ? '–' : this.#show(value)];
    });
    say(this.#when, this.#at ? clock(new Date(this.#at.at)) : '');
    replace(this.#legend, texts.map(([name, value], i) =>
      h('li', {}, h('span', { class: `swatch c${i}` }), name, ' ', h('strong', {}, value))));
    this.#picture.setAttribute('aria-label', `${this.#title}: ${texts.map((each) => each.join(' ')).join(', ')}`);
  }
}
