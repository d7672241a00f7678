// SPDX-License-Identifier: Apache-2.0
// The page about the running recording: rates, totals and a sample of operations, from server-sent
// events.

import { get, Failure } from '/ui/api.js';
import { address, fail } from '/ui/main.js';
import { el, head, count, middle, shown } from '/ui/text.js';

const MAX_ROWS = 200;
const COUNTERS = ['reported', 'accepted', 'suppressed', 'journaled', 'filtered', 'dropped', 'refused'];

export async function livePage(view) {
  view.append(el('h1', {}, 'Live'));
  try {
    await get('/v1/status');
  } catch (error) {
    throw error.kind === 'missing'
      ? new Failure('missing', 'No service runs for this store, so nothing is recorded now. Start one: colophon serve')
      : error;
  }
  const cells = Object.fromEntries(COUNTERS.map((name) => [name, [el('td', { className: 'number' }), el('td', { className: 'number' })]]));
  const chart = el('canvas', { className: 'chart', width: 600, height: 80, role: 'img', 'aria-label': 'Accepted operations a second in the last two minutes' });
  const sample = el('tbody');
  const skipped = el('p', {});
  view.append(
    el('div', { className: 'split live' },
      el('table', { className: 'list' }, head(['Operations', 'Total', 'A second'], ['Total', 'A second']),
        el('tbody', {}, COUNTERS.map((name) => el('tr', {}, el('th', { scope: 'row' }, name), cells[name])))),
      el('div', {}, chart, skipped,
        el('table', { className: 'list', 'aria-label': 'Sample of operations' },
          head(['Reporter', 'Operation', 'Process', 'With'], []), sample))));

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
  source.addEventListener('operation', (event) => {
    const { reporter, kind, process, other, bytes } = JSON.parse(event.data);
    const link = (type, id) => (id ? el('a', { href: address('graph', { target: `${type}:${id}` }) }, `${type}:${id}`) : '');
    sample.prepend(el('tr', {}, el('td', { title: shown(reporter) }, middle(reporter, 24)), el('td', {}, `${kind}${bytes > 0 ? ` ${count(bytes)} bytes` : ''}`),
      el('td', {}, link('process', process)), el('td', {}, /start|exec|fork|exit/.test(kind) ? shown(other || '') : link('object', other))));
    while (sample.children.length > MAX_ROWS) sample.lastElementChild.remove();
  });
  source.addEventListener('skipped', (event) => {
    skipped.textContent = `${count(JSON.parse(event.data).operations)} operations of the last quarter second are not shown in this sample.`;
  });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED || before !== null) {
      source.close();
      get('/v1/status').then(() => fail(new Failure('gone', 'The live view was cut off; reload the page.'))).catch(fail);
    }
  };
  return () => source.close();
}

function draw(chart, rates) {
  const context = chart.getContext('2d');
  const most = Math.max(1, ...rates);
  const style = getComputedStyle(document.documentElement);
  context.clearRect(0, 0, chart.width, chart.height);
  context.beginPath();
  rates.forEach((rate, i) => context.lineTo((i * chart.width) / 120, chart.height - 2 - ((chart.height - 16) * rate) / most));
  context.strokeStyle = style.getPropertyValue('--mark');
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = style.getPropertyValue('--ink');
  context.fillText(`most: ${count(Math.round(most))} a second`, 4, 10);
}
