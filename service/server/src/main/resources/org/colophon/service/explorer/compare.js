// Shows two states side by side. Nodes that only one graph has are coloured.

import { getGraph } from '/ui/api.js';
import { address } from '/ui/main.js';
import { GraphCanvas } from '/ui/canvas.js';
import { notes } from '/ui/graph.js';
import { fullName } from '/ui/rows.js';
import { el, count, middle } from '/ui/text.js';

/**
 * Returns a key that identifies a node in both graphs: its id, or its name if two targets are
 * compared.
 */
function key(node, byName) {
  return byName ? `${node.type} ${node.kind ?? ''} ${node.title ?? node.label}` : node.id.replace(/@\d+$/, '');
}

function mark(graph, other, change, byName) {
  const there = new Set(other.nodes.map((node) => key(node, byName)));
  const only = graph.nodes.filter((node) => !there.has(key(node, byName)));
  only.forEach((node) => (node.change = change));
  return only;
}

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

function side(title, graph, only, className) {
  const list = el('ul', {}, only.slice(0, 200).map((node) =>
    el('li', {}, el('span', { className }, className === 'added' ? '+ ' : '− '), middle(fullName(node), 100))));
  const canvas = new GraphCanvas(title, { choose: (node) => canvas.choose(node ? [node.id] : [], false), open: () => {} });
  return { canvas, element: el('section', { 'aria-label': title }, el('h2', { title: middle(title, 400) }, middle(title, 70)), ...notes(graph),
    canvas.element, el('h3', {}, `Only here: ${count(only.length)}`), list) };
}

export async function comparePage(view, parameters) {
  const value = (name) => parameters.get(name) ?? '';
  const [a, b, asOfA, asOfB] = ['a', 'b', 'as-of-a', 'as-of-b'].map(value);
  view.append(form(a, b, asOfA, asOfB));
  if (a === '' || b === '') return undefined;
  const ask = (target, when) => getGraph({ target, 'as-of': when, all: value('all') });
  const [first, second] = await Promise.all([ask(a, asOfA), ask(b, asOfB)]);
  const byName = a !== b;
  const removed = mark(first, second, 'removed', byName);
  const added = mark(second, first, 'added', byName);
  const left = side(`Left: ${a}${asOfA ? ` as of ${asOfA}` : ''}`, first, removed, 'removed');
  const right = side(`Right: ${b}${asOfB ? ` as of ${asOfB}` : ''}`, second, added, 'added');
  view.append(el('div', { className: 'sides' }, left.element, right.element));
  left.canvas.show(first);
  right.canvas.show(second);
  return () => [left, right].forEach((each) => each.canvas.close());
}
