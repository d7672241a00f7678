// SPDX-License-Identifier: Apache-2.0
// Shows the same answer as a table and as a tree, for keyboards and screen readers.

import { el, count, middle, time } from '/ui/text.js';

const MAX_ROWS = 2000;

/**
 * Returns the full name of a node. Does not use the title of a fold, which has a line for each
 * member.
 */
export const fullName = (node) => (node.type === 'fold' ? node.label : node.title ?? node.label);

const COLUMNS = [
  ['Kind', (n) => n.kind ?? n.type],
  ['Name or command', fullName],
  ['From', (n) => n.from ?? ''],
  ['To', (n) => n.to ?? ''],
  ['Count', (n) => n.count ?? 1],
];

function marks(node) {
  return [
    node.incomplete ? el('span', { className: 'gap' }, ' incomplete') : '',
    node.more > 0 ? el('span', {}, ` (${count(node.more)} more beyond)`) : '',
  ];
}

/** Creates the table. {@code on} has the same callbacks as for the canvas. */
export function table(graph, on) {
  let order = 2;
  let isUp = true;
  const body = el('tbody');
  const compare = (a, b) => (typeof a === 'number' ? a - b : String(a).localeCompare(String(b)));
  const fill = () => {
    const value = COLUMNS[order][1];
    const nodes = [...graph.nodes].sort((a, b) => (isUp ? 1 : -1) * compare(value(a), value(b)));
    body.replaceChildren(...nodes.slice(0, MAX_ROWS).map((node) =>
      el('tr', { 'data-id': node.id },
        el('td', {}, node.kind ?? node.type),
        el('td', {},
          el('button', { type: 'button', className: 'link', title: node.tip, onclick: () => on.choose(node, false, true) }, middle(fullName(node), 110)),
          marks(node),
          node.expandable ? el('button', { type: 'button', onclick: () => on.open(node), 'aria-label': `Expand ${middle(node.label, 60)}` }, '+') : ''),
        el('td', {}, time(node.from)),
        el('td', {}, time(node.to)),
        el('td', { className: 'number' }, count(node.count ?? 1)))));
  };
  const heads = COLUMNS.map(([name], i) => {
    const head = el('th', { scope: 'col', className: name === 'Count' ? 'number' : '' });
    head.append(el('button', { type: 'button', className: 'link', onclick: () => {
      isUp = order === i ? !isUp : true;
      order = i;
      heads.forEach((h) => h.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      fill();
    } }, name));
    return head;
  });
  fill();
  const more = graph.nodes.length - MAX_ROWS;
  return el('div', { className: 'rows' },
    el('table', { className: 'list' }, el('caption', {}, `${count(graph.nodes.length, 'node')}, ${count(graph.edges.length, 'edge')}`),
      el('thead', {}, el('tr', {}, heads)), body),
    more > 0 ? el('p', {}, `${count(more)} more rows are left out here; the graph has them.`) : '');
}

/**
 * Creates the tree. It leads from the roots to their causes or, for descendants, to their effects.
 */
export function tree(graph, isDown, on) {
  const next = graph.nodes.map(() => []);
  for (const edge of graph.edges) {
    if (isDown) next[edge.from].push([edge.to, edge]);
    else next[edge.to].push([edge.from, edge]);
  }
  let roots = graph.nodes.map((n, i) => i).filter((i) => graph.nodes[i].root);
  if (roots.length === 0) roots = graph.nodes.map((n, i) => i).filter((i) => next[i].length > 0).slice(0, 1);
  const seen = new Set();
  const list = el('ul', { role: 'tree', className: 'tree', 'aria-label': isDown ? 'Descendants' : 'Ancestors' });
  let rows = 0;

  const item = (i, edge, depth) => {
    const node = graph.nodes[i];
    const isAgain = seen.has(i);
    seen.add(i);
    rows++;
    const inner = isAgain ? [] : next[i];
    const how = edge ? `${edge.kind}${edge.count > 1 ? ` ×${count(edge.count)}` : ''} ` : '';
    const made = el('li', { role: 'treeitem', tabIndex: -1, 'aria-selected': 'false', 'data-id': node.id, 'aria-level': depth },
      el('span', { className: 'row', title: node.tip }, el('i', {}, how), el('b', {}, node.kind ?? node.type), ' ',
        middle(fullName(node), 110), marks(node), isAgain && next[i].length > 0 ? ' (shown above)' : '', node.expandable ? ' +' : ''));
    made.node = node;
    if (inner.length > 0) {
      made.setAttribute('aria-expanded', 'false');
      made.fill = () => {
        if (made.querySelector('ul')) return;
        made.append(el('ul', { role: 'group' }, inner.slice(0, MAX_ROWS).map(([j, e]) => item(j, e, depth + 1))));
      };
      if (depth < 3 && rows < 60) toggle(made, true);
    }
    return made;
  };
  const toggle = (made, isOpen) => {
    if (!made.fill) return;
    if (isOpen) made.fill();
    made.setAttribute('aria-expanded', String(isOpen));
    made.querySelector('ul')?.toggleAttribute('hidden', !isOpen);
  };
  const visible = () => [...list.querySelectorAll('li')].filter((each) => each.closest('ul[hidden]') === null);
  const focus = (made, isDecided = false) => {
    if (!made) return;
    list.querySelectorAll('[tabindex="0"]').forEach((each) => (each.tabIndex = -1));
    made.tabIndex = 0;
    made.focus();
    on.choose(made.node, false, isDecided);
  };
  list.append(...roots.map((i) => item(i, null, 1)));
  if (list.firstElementChild) list.firstElementChild.tabIndex = 0;
  list.addEventListener('click', (event) => {
    const made = event.target.closest('li');
    if (!made) return;
    toggle(made, made.getAttribute('aria-expanded') !== 'true');
    focus(made, true);
  });
  list.addEventListener('keydown', (event) => {
    const made = event.target.closest('li');
    const all = visible();
    const at = all.indexOf(made);
    const isOpen = made.getAttribute('aria-expanded') === 'true';
    if (event.key === 'ArrowDown') focus(all[at + 1]);
    else if (event.key === 'ArrowUp') focus(all[at - 1]);
    else if (event.key === 'ArrowRight') isOpen ? focus(made.querySelector('li')) : toggle(made, true);
    else if (event.key === 'ArrowLeft') isOpen ? toggle(made, false) : focus(made.parentElement.closest('li'));
    else if (event.key === 'Home') focus(all[0]);
    else if (event.key === 'End') focus(all[all.length - 1]);
    else if (event.key === 'Enter') made.node.expandable || on.isWaiting() ? on.decide(made.node) : toggle(made, !isOpen);
    else if (event.key === 'Escape') on.choose(null, false, true);
    else return;
    event.preventDefault();
  });
  return el('div', { className: 'rows' }, list);
}
