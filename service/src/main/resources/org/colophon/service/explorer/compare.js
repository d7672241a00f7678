// SPDX-License-Identifier: Apache-2.0
// Shows two states side by side. Colours the nodes that differ, as 'colophon diff' reports them.

import { get, getGraph } from '/ui/api.js';
import { address } from '/ui/main.js';
import { GraphCanvas } from '/ui/canvas.js';
import { notes } from '/ui/graph.js';
import { commandLine, el, count, middle } from '/ui/text.js';

const MAX_LISTED = 200;

/** Returns a target as of an instant. An id with a version already has an LSN. */
function targetAt(target, when) {
  return when === '' || /^(object|process):\d+@\d+$/.test(target) ? target : `${target}@${when}`;
}

/** Marks the nodes that contain a differing node. */
function mark(graph, differing, change) {
  const keys = new Set(differing.map((node) => node.key));
  for (const node of graph.nodes) {
    if (node.keys.some((key) => keys.has(key))) node.change = change;
  }
}

/** Returns the processes whose command line only one side has. */
const commands = (diff, side) => diff.commands.flatMap((each) => each[side]);

function form(a, b, asOfA, asOfB) {
  const field = (id, label, value, hint) => el('label', {}, `${label} `, el('input', { id, value, placeholder: hint, size: 24 }));
  return el('form', { className: 'bar', onsubmit: (event) => {
    event.preventDefault();
    const value = (id) => document.getElementById(id).value.trim();
    location.hash = address('compare', { a: value('a'), 'as-of-a': value('as-of-a'), b: value('b'), 'as-of-b': value('as-of-b') });
  } },
  el('h1', {}, 'Compare'), field('a', 'Left', a, 'file'), field('as-of-a', 'as of', asOfA, 'now'),
  field('b', 'Right', b, 'file'), field('as-of-b', 'as of', asOfB, 'now'), el('button', {}, 'Compare'));
}

function list(differing, className, sign) {
  const nameOf = (node) => (node.type === 'process' ? commandLine(node.arguments) : node.name || node.label || node.key);
  return el('ul', {}, differing.slice(0, MAX_LISTED).map((node) => el('li', {}, el('span', { className }, sign), middle(nameOf(node), 100))));
}

function side(title, graph, only, changed, className, sign) {
  mark(graph, changed, 'changed');
  mark(graph, only, className);
  const canvas = new GraphCanvas(title, { choose: (node) => canvas.choose(node ? [node.id] : [], false), open: () => {} });
  return { canvas, element: el('section', { 'aria-label': title }, el('h2', { title: middle(title, 400) }, middle(title, 70)), ...notes(graph),
    canvas.element, el('h3', {}, `Only here: ${count(only.length)}`), list(only, className, sign),
    el('h3', {}, `Changed: ${count(changed.length)}`), list(changed, 'changed', '~ ')) };
}

/** Returns the executables that ran on one side only. */
function programs(diff) {
  return diff.programs.length === 0 ? '' : el('p', {}, 'Programs on one side only: ',
    diff.programs.slice(0, MAX_LISTED).map((each) => `${middle(each.executable, 100)} (${count(each.first)} left, ${count(each.second)} right)`).join(', '));
}

export async function comparePage(view, parameters) {
  const value = (name) => parameters.get(name) ?? '';
  const [a, b, asOfA, asOfB] = ['a', 'b', 'as-of-a', 'as-of-b'].map(value);
  view.append(form(a, b, asOfA, asOfB));
  if (a === '' || b === '') return undefined;
  const [one, other] = [targetAt(a, asOfA), targetAt(b, asOfB)];
  const all = value('all');
  const [first, second, diff] = await Promise.all([
    getGraph({ target: one, all }), getGraph({ target: other, all }), get('/v1/diff', { first: one, second: other, all })]);
  const pairs = (end) => diff.changed.map((pair) => pair[end]);
  const onlyInFirst = [...diff.onlyInFirst, ...commands(diff, 'onlyInFirst')];
  const onlyInSecond = [...diff.onlyInSecond, ...commands(diff, 'onlyInSecond')];
  const left = side(`Left: ${one}`, first, onlyInFirst, pairs('first'), 'removed', '− ');
  const right = side(`Right: ${other}`, second, onlyInSecond, pairs('second'), 'added', '+ ');
  view.append(programs(diff), el('div', { className: 'sides' }, left.element, right.element));
  left.canvas.show(first);
  right.canvas.show(second);
  return () => [left, right].forEach((each) => each.canvas.close());
}
