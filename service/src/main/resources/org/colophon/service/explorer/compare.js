// SPDX-License-Identifier: Apache-2.0
// Shows two states as one picture. Nodes that differ are coloured, as 'colophon diff' reports them.

import { getGraph } from '/ui/api.js';
import { GraphCanvas } from '/ui/canvas.js';
import { legendOf } from '/ui/controls.js';
import { detail } from '/ui/detail.js';
import { notes } from '/ui/graph.js';
import { address, busy, fail, speak } from '/ui/main.js';
import { CHANGES } from '/ui/shapes.js';
import { commandLine, el, count, middle, nameIn } from '/ui/text.js';

const MAX_LISTED = 100;

/** Returns a target as of an instant. An id with a version already has an LSN. */
function targetAt(target, when) {
  return when === '' || /^(object|process):\d+@\d+$/.test(target) ? target : `${target}@${when}`;
}

function form(values) {
  const field = (id, label, hint) => el('label', {}, label, el('input', { id, value: values[id], placeholder: hint, size: id.startsWith('as-of') ? 16 : 32 }));
  return el('form', { className: 'fields', onsubmit: (event) => {
    event.preventDefault();
    const value = (id) => document.getElementById(id).value.trim();
    location.hash = address('compare', { a: value('a'), 'as-of-a': value('as-of-a'), b: value('b'), 'as-of-b': value('as-of-b') });
  } },
  field('a', 'Left', 'file'), field('as-of-a', 'as of', 'now, or a snapshot or time'),
  field('b', 'Right', 'file'), field('as-of-b', 'as of', 'now'), el('button', {}, 'Compare'));
}

const nameOf = (node, directory) => (node.type === 'process' ? commandLine(node.arguments) : nameIn(node.name || node.label || node.key, directory));

function list(title, change, nodes, directory) {
  if (nodes.length === 0) return '';
  return el('section', {}, el('h3', {}, `${title} (${count(nodes.length)})`),
    el('ul', { className: 'plain' }, nodes.slice(0, MAX_LISTED).map((node) => el('li', {}, el('span', { className: `sign ${change}` }, CHANGES[change].sign), ' ', middle(nameOf(node, directory), 90)))),
    nodes.length > MAX_LISTED ? el('p', {}, `${count(nodes.length - MAX_LISTED)} more; colophon diff has all.`) : '');
}

/** Returns the list of all differences; the inputs that cause the others come first. */
function differences(graph) {
  const { changed, onlyInFirst, onlyInSecond, commands, programs } = graph.differences;
  const causes = graph.nodes.filter((node) => node.cause);
  const isSame = changed.length + onlyInFirst.length + onlyInSecond.length + commands.length + programs.length === 0;
  return [
    el('h2', {}, isSame ? 'No difference' : causes.length > 0 ? 'Inputs that differ' : 'Differences'),
    isSame ? el('p', {}, 'Both have the same inputs and commands.') : '',
    causes.length === 0 ? '' : el('ul', { className: 'plain causes' }, causes.map((node) => el('li', {}, el('span', { className: 'sign changed' }, '≠'), ' ', el('b', {}, middle(node.label, 80))))),
    list('Changed', 'changed', changed.map((pair) => pair.second), graph.directory),
    list('Only left', 'left', [...onlyInFirst, ...commands.flatMap((each) => each.onlyInFirst)], graph.directory),
    list('Only right', 'right', [...onlyInSecond, ...commands.flatMap((each) => each.onlyInSecond)], graph.directory),
    programs.length === 0 ? '' : el('section', {}, el('h3', {}, 'Programs with other numbers of runs'),
      el('ul', { className: 'plain' }, programs.slice(0, MAX_LISTED).map((each) => el('li', {}, `${middle(each.executable, 70)}: ${count(each.first)} left, ${count(each.second)} right`)))),
  ];
}

export async function comparePage(view, parameters) {
  const names = ['a', 'as-of-a', 'b', 'as-of-b'];
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? '']));
  view.append(el('h1', {}, 'Compare'), form(values));
  if (values.a === '' || values.b === '') {
    view.append(el('p', { className: 'muted' }, 'Give a file twice with two times, such as a snapshot and now, or two files. The picture shows which inputs differ.'));
    return undefined;
  }
  const [first, second] = [targetAt(values.a, values['as-of-a']), targetAt(values.b, values['as-of-b'])];
  const title = `${first} and ${second}`;
  const panel = el('aside', { 'aria-label': 'Differences', tabIndex: -1 });
  const legend = el('ul', { className: 'legend', 'aria-label': 'Legend' });
  const note = el('div', { className: 'notes' });
  let loading = new AbortController();
  let graph = null;
  const expanded = () => (parameters.get('expand') ?? '').split(',').filter(Boolean);
  const change = (ids, anchor) => {
    parameters.set('expand', ids.join(','));
    history.pushState(null, '', `#compare?${parameters}`);
    busy(load(anchor).catch(fail));
  };
  const on = {
    choose: (node) => {
      canvas.choose(node ? [node.id] : [], true);
      if (!node) return panel.replaceChildren(...differences(graph).filter(Boolean));
      speak(`${node.label}, ${CHANGES[node.change]?.word ?? 'same in both'}${node.cause ? ', this input differs' : ''}`);
      return busy(choose(panel, node, on, loading.signal).catch(fail));
    },
    decide: (node) => on.open(node),
    open: (node) => node.expandable && change([...new Set([...expanded(), node.id])], node.id),
    press: (node) => (node.expandable ? on.open(node) : on.fold(node)),
    fold: (node) => change(expanded().filter((id) => id !== node.fold), node.fold),
    expand: (id) => change([...new Set([...expanded(), id])], id),
    ask: ({ target, direction }) => (location.hash = address('graph', { target, direction })),
    back: () => on.choose(null),
  };
  const canvas = new GraphCanvas(`Picture of the differences between ${middle(title, 200)}. Arrow keys select nodes, Enter opens.`, on);
  view.append(note, el('div', { className: 'split' }, el('div', { className: 'picture' }, el('div', { className: 'stage' }, canvas.element), legend), panel));
  const load = async (anchor) => {
    loading.abort();
    loading = new AbortController();
    const asked = { first, second, all: parameters.get('all'), expand: parameters.get('expand'), window: canvas.size() };
    graph = await getGraph('/v1/compare', asked, loading.signal);
    note.replaceChildren(...notes(graph).filter(Boolean));
    panel.replaceChildren(...differences(graph).filter(Boolean));
    canvas.dress({ isCompared: true });
    canvas.show(graph, anchor);
    legend.replaceChildren(...legendOf(canvas.scene));
    speak(`${count(graph.nodes.filter((node) => node.change).length, 'difference')} among ${count(graph.nodes.length, 'node')}`);
  };
  await load();
  return () => {
    loading.abort();
    canvas.close();
  };
}

/** Shows the details of a node's right state, or of the left one, with links to both. */
async function choose(panel, node, on, signal) {
  const place = el('div');
  const link = (side, target) => (target ? el('a', { className: 'button', href: address('graph', { target }) }, side) : '');
  panel.replaceChildren(
    el('p', { className: 'actions' }, el('button', { type: 'button', onclick: () => on.back() }, 'All differences'), link('Graph of the left', node.left), link('Graph of the right', node.right)),
    el('p', {}, el('span', { className: `sign ${node.change ?? ''}` }, CHANGES[node.change]?.sign ?? '='), ' ', CHANGES[node.change]?.word ?? 'same in both', node.cause ? el('b', {}, ': this input differs') : ''),
    place);
  await detail(place, node.expandable ? node : { ...node, id: node.right ?? node.left ?? node.id }, undefined, on, signal);
}
