// SPDX-License-Identifier: Apache-2.0
// The page about the running recording: rates, totals and a sample of operations, from server-sent
// events.

import { Failure, get, isService } from '/ui/api.js';
import { address, fail } from '/ui/main.js';
import { commandLine, el, head, count, middle, shown, size } from '/ui/text.js';

const MAX_ROWS = 100;
const SHOWN = { accepted: 'accepted', suppressed: 'suppressed', journaled: 'stored', dropped: 'dropped', refused: 'refused' };
const COUNTERS = ['reported', ...Object.keys(SHOWN), 'filtered'];

/**
 * Names of processes and objects, asked for one after the other. A name that is not stored yet is
 * asked for again when its id is met the next time.
 */
class Names {
  constructor() {
    this.known = new Map();
    this.waiting = new Map();
  }

  /** Writes the name of a node into an element, now or when it is known. */
  fill(place, target) {
    const name = this.known.get(target);
    if (name !== undefined) place.textContent = name;
    else if (this.waiting.has(target)) this.waiting.get(target).push(place);
    else if (this.waiting.size < MAX_ROWS) {
      this.waiting.set(target, [place]);
      if (this.waiting.size === 1) this.next();
    }
  }

  async next() {
    const [target, places] = this.waiting.entries().next().value;
    try {
      const { node } = await get('/v1/show', { target });
      const name = node.arguments?.length > 0 ? commandLine(node.arguments) : node.name || node.label || target;
      this.known.set(target, middle(name, 70));
      places.forEach((place) => (place.textContent = this.known.get(target)));
    } catch (error) {
      if (error.kind !== 'missing') fail(error);
    }
    this.waiting.delete(target);
    if (this.waiting.size > 0) this.next();
  }
}

export async function livePage(view) {
  const page = el('div', { className: 'page' });
  view.append(page);
  page.append(el('h1', {}, 'Live'));
  if (!isService()) {
    throw new Failure('missing', 'No service runs for this store, so nothing is recorded now. Start one: colophon serve');
  }
  const cells = Object.fromEntries(COUNTERS.map((name) => [name, [el('td', { className: 'number' }), el('td', { className: 'number' })]]));
  const chart = el('canvas', { className: 'chart', width: 640, height: 90, role: 'img', 'aria-label': 'Accepted operations a second in the last two minutes' });
  const sample = el('tbody');
  const skipped = el('p', { className: 'muted' });
  const names = new Names();
  let isPaused = false;
  const pause = el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    pause.textContent = isPaused ? 'Continue' : 'Pause';
  } }, 'Pause');
  page.append(
    el('div', { className: 'columns' },
      el('section', {}, el('h2', {}, 'Operations a second'), chart),
      el('section', { className: 'live' }, el('table', { className: 'list' }, head(['Operations', 'Total', 'A second'], ['Total', 'A second']),
        el('tbody', {}, COUNTERS.map((name) => el('tr', {}, el('th', { scope: 'row' }, SHOWN[name] ?? name), cells[name])))))),
    el('section', {}, el('div', { className: 'bar' }, el('h2', {}, 'Newest operations'), pause), skipped,
      el('table', { className: 'list', 'aria-label': 'Sample of operations' },
        head(['Process', 'Operation', 'With', 'Times', 'Bytes'], ['Times', 'Bytes']), sample)));

  const rates = [];
  let before = null;
  const source = new EventSource('/v1/tail?operations=true');
  source.addEventListener('counters', (event) => {
    const now = { ...JSON.parse(event.data), millis: performance.now() };
    for (const name of COUNTERS) {
      const [total, rate] = cells[name];
      total.textContent = count(now[name]);
      const seconds = before ? (now.millis - before.millis) / 1000 : 1;
      rate.textContent = before ? count(Math.round((now[name] - before[name]) / seconds)) : '–';
      if (before && name === 'accepted') rates.push((now[name] - before[name]) / seconds);
    }
    before = now;
    rates.splice(0, rates.length - 120);
    draw(chart, rates);
    view.dataset.live = 'true';
  });
  const rows = new Map();
  source.addEventListener('operation', (event) => {
    if (isPaused) return;
    const { reporter, kind, process, other, bytes } = JSON.parse(event.data);
    const key = `${process} ${kind} ${other}`;
    const row = rows.get(key) ?? newRow(names, reporter, kind, process, other);
    row.times++;
    row.moved += bytes;
    row.count.textContent = count(row.times);
    row.bytes.textContent = row.moved > 0 ? size(row.moved) : '';
    rows.delete(key);
    rows.set(key, row);
    sample.prepend(row.element);
    if (rows.size > MAX_ROWS) {
      const [oldest, { element }] = rows.entries().next().value;
      rows.delete(oldest);
      element.remove();
    }
  });
  source.addEventListener('skipped', (event) => {
    skipped.textContent = `${count(JSON.parse(event.data).operations)} more operations in the last quarter second are not listed.`;
  });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED || before !== null) {
      source.close();
      get('/v1/status').then(() => fail(new Failure('gone', 'The live view was cut off; reload the page.'))).catch(fail);
    }
  };
  return () => source.close();
}

/** Creates the row of all operations of one kind between a process and an object or process. */
function newRow(names, reporter, kind, process, other) {
  const link = (type, id) => {
    if (!id) return '';
    const target = `${type}:${id}`;
    const made = el('a', { href: address('graph', { target }) }, target);
    names.fill(made, target);
    return made;
  };
  const made = { times: 0, moved: 0, count: el('td', { className: 'number' }), bytes: el('td', { className: 'number' }) };
  made.element = el('tr', { title: shown(reporter) }, el('td', {}, link('process', process)), el('td', { className: 'kind' }, kind),
    el('td', {}, link(/start|exec|fork|exit/.test(kind) ? 'process' : 'object', other)), made.count, made.bytes);
  return made;
}

function draw(chart, rates) {
  const context = chart.getContext('2d');
  const most = Math.max(1, ...rates);
  const style = getComputedStyle(document.documentElement);
  context.clearRect(0, 0, chart.width, chart.height);
  context.beginPath();
  rates.forEach((rate, i) => context.lineTo((i * chart.width) / 120, chart.height - 2 - ((chart.height - 16) * rate) / most));
  context.strokeStyle = style.getPropertyValue('--accent');
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = style.getPropertyValue('--ink');
  context.fillText(`most: ${count(Math.round(most))} a second`, 4, 10);
}
