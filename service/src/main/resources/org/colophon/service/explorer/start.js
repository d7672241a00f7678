// SPDX-License-Identifier: Apache-2.0
// The start page: recent recordings, and first steps.

import { get } from '/ui/api.js';
import { address } from '/ui/main.js';
import { el, head, middle, time, count, duration } from '/ui/text.js';

function results(recording) {
  return (recording.results ?? []).map((path) =>
    el('div', {}, el('a', { href: address('graph', { target: path }), title: path }, middle(path, 60))));
}

function row(recording) {
  const name = middle(recording.name, 90);
  return el('tr', {},
    el('td', {}, time(recording.begin)),
    el('td', {},
      recording.process ? el('a', { href: address('graph', { target: recording.process, direction: 'descendants' }) }, name) : name,
      recording.gaps > 0 ? el('span', { className: 'gap', title: 'The capture of this recording is incomplete' }, ' incomplete') : ''),
    el('td', {}, recording.user ?? ''),
    el('td', {}, recording.end ? duration(recording.begin, recording.end) : recording.kind === 'run' ? 'running' : '–'),
    el('td', { className: 'number' }, count(recording.operations)),
    el('td', {}, results(recording)));
}

export async function startPage(view) {
  view.append(el('h1', {}, 'Recent recordings'));
  const { recordings, left } = await get('/v1/recordings', { limit: 30 });
  if (recordings.length === 0) {
    view.append(el('p', {}, 'Nothing is recorded yet. Record a command, then come back: ', el('code', {}, 'colophon trace -- make')));
    return;
  }
  view.append(
    el('table', { className: 'list' },
      head(['Begin', 'Command or source', 'User', 'Time', 'Operations', 'Results'], ['Operations']),
      el('tbody', {}, recordings.map(row))),
    left > 0 ? el('p', {}, `${count(left, 'older recording')} not shown; search finds their files.`) : '');
}
