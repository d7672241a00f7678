// SPDX-License-Identifier: Apache-2.0
// The start page: questions to click, recent runs, and what is out of date, missing or recorded now.

import { get, isService } from '/ui/api.js';
import { address, busy, fail } from '/ui/main.js';
import { ago, duration, el, count, middle, nameIn, size, time } from '/ui/text.js';

const RUNS = 20;
const FILES = 5;

const toFile = (path, text) => el('a', { href: address('graph', { target: path }), title: middle(path, 400) }, middle(text, 60));

/** Returns the word for how a run ended, with its class. */
function outcome(run) {
  if (run.kind !== 'run') return ['', ''];
  if (run.end === null) return ['running', 'live'];
  if (run.exitStatus === null) return ['ended', ''];
  return run.exitStatus === 0 ? ['succeeded', 'good'] : [`failed with status ${run.exitStatus}`, 'bad'];
}

function runItem(run) {
  const [word, className] = outcome(run);
  return el('li', {},
    el('div', { className: 'run' },
      el('a', { className: 'name', href: address('run', { process: run.process }), title: middle(run.name, 400) }, middle(run.name, 80)),
      el('span', { className: 'when', title: time(run.begin) }, ago(run.begin))),
    el('div', { className: 'facts' },
      word === '' ? '' : el('span', { className }, word),
      run.gaps > 0 ? el('span', { className: 'gap' }, 'capture incomplete') : '',
      run.end ? el('span', {}, duration(run.begin, run.end)) : '',
      run.user ? el('span', {}, run.user) : '',
      run.directory ? el('span', {}, `in ${middle(run.directory, 50)}`) : '',
      el('span', {}, count(run.operations, 'operation'))),
    run.results.length === 0 ? '' : el('div', { className: 'results' }, run.results.map((path) => toFile(path, nameIn(path, run.directory)))));
}

const question = (title, text, href) => el('a', { href }, el('b', {}, title), text);

/** Returns three questions about the newest run with results, or fewer without it. */
function questions(runs, touched) {
  const run = runs.find((each) => each.results.length > 0);
  if (!run) return [];
  const [result] = run.results;
  const name = nameIn(result, run.directory);
  const made = [question('Where did it come from?', `the origins of ${middle(name, 40)}`, address('graph', { target: result }))];
  const input = touched?.files.find((each) => each.effect === 'read' && each.readBytes > 0);
  if (input) {
    made.push(question('What did it influence?', `the files that ${middle(nameIn(input.path, run.directory), 40)} influenced`,
      address('graph', { target: input.path, direction: 'descendants' })));
  }
  const before = runs.find((each) => each !== run && each.end && Date.parse(each.end) <= Date.parse(run.begin) && each.results.some((path) => run.results.includes(path)));
  const both = before?.results.find((path) => run.results.includes(path));
  if (both) {
    made.push(question('Which input changed?', `${middle(nameIn(both, run.directory), 40)} now, and before the run ${ago(run.begin)}`,
      address('compare', { a: both, 'as-of-a': run.begin, b: both })));
  } else {
    made.push(question('What did the run do?', `the files that ${middle(run.name, 40)} created, changed and read`, address('run', { process: run.process })));
  }
  return made;
}

/** Returns a section that is filled when the inputs on disk are compared, which takes longest. */
function comparedLater(run) {
  if (!run?.directory) return '';
  const section = el('section', {}, el('h2', {}, 'Out of date'), el('p', { className: 'muted' }, 'Comparing the inputs on disk …'));
  busy(outOfDate(run).then((found) => section.replaceWith(found)).catch((error) => { section.remove(); fail(error); }));
  return section;
}

/** Returns the outputs below the newest run's directory whose inputs changed since, if it has files. */
async function outOfDate(run) {
  const stale = await get('/v1/stale', { target: run.directory }).catch((failure) => {
    if (failure.kind !== 'missing') throw failure;
    return null;
  });
  if (stale === null) return '';
  const { checked, outputs } = stale;
  const causes = new Map();
  for (const each of outputs) {
    for (const change of each.changes) causes.set(change.input, [...(causes.get(change.input) ?? []), each.output]);
  }
  return el('section', {}, el('h2', {}, 'Out of date'),
    causes.size === 0
      ? el('p', { className: 'band ok' }, `None: no input of ${count(checked, 'output')} in ${middle(run.directory, 40)} has changed.`)
      : el('ul', { className: 'plain' }, [...causes].slice(0, FILES).map(([input, made]) => el('li', {},
        toFile(absolute(input, run.directory), nameIn(input, run.directory)), ` changed; ${count(made.length, 'output')} made from it: `,
        made.slice(0, 3).map((output, i) => [i > 0 ? ', ' : '', toFile(absolute(output, run.directory), nameIn(output, run.directory))]),
        made.length > 3 ? ` and ${count(made.length - 3)} more` : ''))));
}

const absolute = (path, directory) => (path.startsWith('/') ? path : `${directory}/${path}`);

function missing(store, runs) {
  const gaps = store.gaps.length;
  const incomplete = runs.filter((run) => run.gaps > 0);
  return el('section', {}, el('h2', {}, 'Is anything missing?'),
    gaps === 0
      ? el('p', { className: 'band ok' }, `No. The capture of ${count(store.operations, 'operation')} is complete.`)
      : [el('p', { className: 'band gap' }, `Yes: the capture has ${count(gaps, 'gap')}.`),
        el('ul', { className: 'plain' }, store.gaps.slice(0, FILES).map((gap) => el('li', {}, gap.cause ? `${gap.cause}: ${count(gap.count)}` : middle(gap, 90))),
          incomplete.slice(0, FILES).map((run) => el('li', {}, 'in ', el('a', { href: address('run', { process: run.process }) }, middle(run.name, 50)))))]);
}

/** Returns what a service records now; a store without a service has no such part. */
async function recordedNow() {
  if (!isService()) return '';
  const status = await get('/v1/status');
  const reporters = status.reporters ?? [];
  return el('section', {}, el('h2', {}, 'Being recorded now'),
    el('p', {}, reporters.length === 0 ? 'The service runs and waits for reports. ' : `${count(reporters.length, 'reporter')} attached. `, el('a', { href: '#live' }, 'Watch live')));
}

function largest(run, touched) {
  const files = (touched?.files ?? []).filter((each) => each.writtenBytes > 0).sort((a, b) => b.writtenBytes - a.writtenBytes);
  if (files.length === 0) return '';
  return el('section', {}, el('h2', {}, 'Largest results of the last run'),
    el('ul', { className: 'plain' }, files.slice(0, FILES).map((each) => el('li', {}, toFile(each.path, nameIn(each.path, run.directory)), ' ', el('span', { className: 'muted' }, size(each.writtenBytes))))));
}

export async function startPage(view) {
  const [{ recordings, left }, store] = await Promise.all([get('/v1/recordings', { limit: RUNS }), get('/v1/store')]);
  const page = el('div', { className: 'page' });
  view.append(page);
  if (recordings.length === 0) {
    page.append(el('h1', {}, 'Nothing is recorded yet'),
      el('p', {}, 'Record a command in a terminal, then reload this page: ', el('code', {}, 'colophon trace -- make')));
    return;
  }
  const newest = recordings.find((run) => run.results.length > 0);
  const [touched, now] = await Promise.all([newest ? get('/v1/touched', { target: newest.process }) : null, recordedNow()]);
  const stale = comparedLater(newest);
  const cards = questions(recordings, touched);
  page.append(
    el('h1', {}, cards.length > 0 ? 'Ask about the last run' : 'Recorded'),
    el('div', { className: 'questions', hidden: cards.length === 0 }, cards),
    el('div', { className: 'columns' },
      el('section', {}, el('h2', {}, 'Recent runs'), el('ul', { className: 'plain runs' }, recordings.map(runItem)),
        left > 0 ? el('p', { className: 'muted' }, `${count(left, 'older run')} not shown; search finds their files.`) : ''),
      el('div', {}, now, missing(store, recordings), stale, largest(newest, touched))));
}
