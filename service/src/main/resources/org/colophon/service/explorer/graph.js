// SPDX-License-Identifier: Apache-2.0
// The page with the graph of a target. Shows the same answer as canvas, tree and table, with time,
// details and address.

import { getGraph } from '/ui/api.js';
import { address, busy, fail, speak } from '/ui/main.js';
import { GraphCanvas } from '/ui/canvas.js';
import { detail } from '/ui/detail.js';
import { downloads } from '/ui/download.js';
import { fullName, table, tree } from '/ui/rows.js';
import { svgText } from '/ui/scene.js';
import { timeline } from '/ui/timeline.js';
import { legendOf, pathOf, segments } from '/ui/controls.js';
import { el, count, middle, shown } from '/ui/text.js';

/** Returns the parameters of /v1/graph for the page's parameters. */
export function asked(parameters, window) {
  const value = (name) => parameters.get(name);
  return {
    target: parameters.getAll('target'), direction: value('direction'), depth: value('depth'), expand: value('expand'),
    path: value('path'), 'as-of': value('as-of'), all: value('all'), limit: value('limit'), window,
  };
}

/** Returns notes about missing nodes and edges: nodes beyond the limit, and gaps of the capture. */
export function notes(graph) {
  const left = graph.left?.nodes ?? 0;
  const gaps = graph.gaps ?? [];
  return [
    gaps.length > 0 || graph.nodes.some((node) => node.incomplete)
      ? el('p', { className: 'gap band' }, `The capture is incomplete: ${gaps.slice(0, 3).map(shown).join('; ') || 'see the marked nodes'}`,
        gaps.length > 3 ? ` and ${count(gaps.length - 3)} more` : '')
      : '',
    left > 0 ? el('p', { className: 'band' }, `${count(left, 'node')} left out: the answer is over its limit or depth.`) : '',
  ];
}

export async function graphPage(view, parameters) {
  const page = new GraphPage(view, parameters);
  await page.load();
  return () => page.close();
}

class GraphPage {
  constructor(view, parameters) {
    this.view = view;
    this.parameters = parameters;
    this.chosen = [];
    this.waiting = null;
    this.loading = new AbortController();
    this.on = {
      choose: (node, isMore, isDecided) => this.choose(node, isMore, isDecided),
      decide: (node) => (this.waiting ? this.choose(node, false, true) : this.open(node)),
      open: (node) => this.open(node),
      press: (node) => (node.expandable ? this.open(node) : this.fold(node)),
      fold: (node) => this.fold(node),
      expand: (id, anchor) => this.expand(id, anchor),
      ask: (changes) => this.change({ ...changes, expand: '', path: '', select: '' }),
      pathFrom: (id) => this.wait('path', id),
      compareFrom: (id) => this.wait('compare', id),
      asked: () => asked(this.parameters),
      isWaiting: () => this.waiting !== null,
    };
    const target = parameters.getAll('target').join(', ');
    this.title = target;
    this.canvas = new GraphCanvas(`Graph of ${middle(target, 200)}. Arrow keys select nodes, Enter opens, plus and minus zoom, 0 shows all, z shows the selection.`, this.on);
    this.note = el('div', { className: 'notes' });
    this.panel = el('aside', { 'aria-label': 'Details', tabIndex: -1 }, el('p', { className: 'hint' }, 'Choose a node to see its details. Click + or press Enter to open it.'));
    this.stage = el('div', { className: 'stage' });
    this.legend = el('ul', { className: 'legend', 'aria-label': 'Legend' });
    this.time = el('div', { className: 'time' });
    this.heading = el('h1', { title: middle(target, 400) }, pathOf(target));
    this.compared = el('a', { className: 'button' }, 'Compare with now');
    this.view.append(
      el('div', { className: 'bar' }, this.heading,
        segments('Direction', [['', 'Ancestors'], ['descendants', 'Descendants']], parameters.get('direction') ?? '', (value) => this.change({ direction: value })),
        segments('View', [['', 'Graph'], ['tree', 'Tree'], ['table', 'Table']], parameters.get('view') ?? '', (value) => this.change({ view: value })),
        this.check('set-all', 'all', 'System files'), this.check('set-bytes', 'bytes', 'Bytes as width'),
        el('button', { type: 'button', onclick: () => this.canvas.fit(), title: 'Show the whole graph (0)' }, 'Fit'),
        this.compared, downloads(this)),
      this.time, this.note,
      el('div', { className: 'split' }, el('div', { className: 'picture' }, this.stage, this.legend), this.panel));
    this.onPrint = () => this.print();
    addEventListener('beforeprint', this.onPrint);
  }

  check(id, name, text) {
    return el('label', { className: 'check' }, el('input', { type: 'checkbox', id, checked: this.parameters.get(name) === 'true',
      onchange: (event) => this.change({ [name]: event.target.checked ? 'true' : '' }) }), text);
  }

  /** Requests and shows the graph; a later call cancels an earlier one. */
  async load(anchor) {
    this.loading.abort();
    this.loading = new AbortController();
    if (!this.canvas.element.isConnected && !this.graph) this.stage.replaceChildren(this.canvas.element);
    const graph = await getGraph('/v1/graph', asked(this.parameters, this.canvas.size()), this.loading.signal);
    const hadFocus = this.stage.contains(document.activeElement) || this.panel.contains(document.activeElement);
    this.graph = graph;
    this.showNotes();
    const [target, asOf] = [this.parameters.get('target'), this.parameters.get('as-of')];
    const root = graph.nodes.find((node) => node.root);
    if (root && /^(pid|process|object):/.test(target)) {
      this.title = fullName(root);
      this.heading.replaceChildren(...pathOf(this.title), el('small', {}, ` ${shown(target)}`));
    }
    document.title = `${middle(this.title, 60)} – Colophon`;
    this.compared.hidden = !asOf;
    this.compared.href = address('compare', { a: target, 'as-of-a': asOf, b: target });
    this.show(anchor);
    if (!this.slider) {
      this.slider = await timeline(this.time, graph, this.parameters.get('as-of') ?? '', (when) => this.change({ 'as-of': when }));
    }
    const selected = this.parameters.get('select')?.split(',') ?? [];
    const node = (anchor && this.near(anchor)) ?? graph.nodes.find((each) => each.id === selected[0]);
    if (node) this.choose(node, false, false);
    else if (root) this.describe(root);
    if (anchor && hadFocus) this.focus(node);
    speak(`${count(graph.nodes.length, 'node')}, ${count(graph.edges.length, 'edge')}`);
  }

  /** Returns the node with an id, or after it was opened its first member. */
  near(id) {
    return this.graph.nodes.find((node) => node.id === id) ?? this.graph.nodes.find((node) => node.fold === id);
  }

  /** Moves the focus to a node in the current view. */
  focus(node) {
    if (this.stage.contains(this.canvas.element)) return this.canvas.focus();
    const row = [...this.stage.querySelectorAll('[data-id]')].find((each) => each.dataset.id === node?.id);
    return (row?.querySelector('button') ?? row ?? this.panel).focus();
  }

  showNotes() {
    this.note.replaceChildren(...notes(this.graph).filter(Boolean));
  }

  show(anchor) {
    const kind = this.parameters.get('view') ?? '';
    const shape = kind === 'table' ? table(this.graph, this.on)
      : kind === 'tree' ? tree(this.graph, this.parameters.get('direction') === 'descendants', this.on) : this.canvas.element;
    if (this.stage.firstElementChild !== shape) this.stage.replaceChildren(shape);
    this.canvas.look.byBytes = this.parameters.get('bytes') === 'true';
    this.canvas.show(this.graph, anchor);
    this.canvas.dress({});
    this.canvas.choose(this.chosen, false);
    this.legend.replaceChildren(...legendOf(this.canvas.scene));
  }

  /** Puts the whole picture on the page to print, instead of the visible part. */
  print() {
    const picture = new DOMParser().parseFromString(svgText(this.canvas.scene, this.canvas.look, this.title), 'image/svg+xml');
    this.view.querySelector('.printed')?.remove();
    this.view.append(el('div', { className: 'printed' }, document.importNode(picture.documentElement, true)));
  }

  /**
   * Changes parameters in the address without loading a new page. The browser's Back restores the
   * earlier parameters.
   */
  change(changes, anchor) {
    for (const [name, value] of Object.entries(changes)) {
      if (value === '' || value === null) this.parameters.delete(name);
      else this.parameters.set(name, value);
    }
    if ('target' in changes || 'direction' in changes) {
      location.hash = `#graph?${this.parameters}`;
      return;
    }
    history.pushState(null, '', `#graph?${this.parameters}`);
    busy(this.load(anchor).catch(fail));
  }

  expanded() {
    return (this.parameters.get('expand') ?? '').split(',').filter(Boolean);
  }

  open(node) {
    if (node.expandable) this.expand(node.id, node.id);
  }

  expand(id, anchor) {
    this.change({ expand: [...new Set([...this.expanded(), id])].join(',') }, anchor);
  }

  fold(node) {
    this.change({ expand: this.expanded().filter((id) => id !== node.fold).join(',') }, node.fold);
  }

  wait(what, id) {
    this.waiting = { what, id };
    this.note.replaceChildren(el('p', { className: 'band', id: 'waiting' },
      `Choose the other end of the ${what === 'path' ? 'path' : 'comparison'}: click it, or go there with the arrow keys and press Enter. Escape cancels.`));
    speak(this.note.textContent);
    this.focus(this.near(id));
  }

  /** Chooses a node. While another end is awaited, a node ends this only if the user decided. */
  choose(node, isMore, isDecided) {
    if (this.waiting !== null && (isDecided || !node)) {
      const { what, id } = this.waiting;
      this.waiting = null;
      this.showNotes();
      if (node && node.id !== id && what === 'path') return this.change({ path: `${id},${node.id}` });
      if (node && node.id !== id) {
        location.hash = address('compare', { a: id, b: node.id });
        return undefined;
      }
    }
    if (!node) {
      this.chosen = [];
      this.canvas.choose([], false);
      if (this.parameters.has('path')) this.change({ path: '' });
      this.address('');
      return undefined;
    }
    this.chosen = isMore ? [...new Set([...this.chosen, node.id])].slice(-2) : [node.id];
    this.canvas.choose(this.chosen, true);
    this.address(this.chosen.join(','));
    speak(`${node.kind ?? node.type} ${node.label}${node.incomplete ? ', incomplete' : ''}${node.expandable ? ', Enter opens it' : ''}`);
    if (this.waiting !== null) return undefined;
    if (isMore && this.chosen.length === 2) return this.change({ path: this.chosen.join(',') });
    this.describe(node);
    return undefined;
  }

  /** Shows the details of a node; a later call cancels an earlier one. */
  describe(node) {
    this.detailing?.abort();
    this.detailing = new AbortController();
    busy(detail(this.panel, node, this.parameters.get('as-of'), this.on, this.detailing.signal).catch(fail));
  }

  /** Writes the selected nodes into the address, without a new entry in the browser's history. */
  address(select) {
    if (select === '') this.parameters.delete('select');
    else this.parameters.set('select', select);
    history.replaceState(null, '', `#graph?${this.parameters}`);
  }

  close() {
    this.loading.abort();
    this.detailing?.abort();
    removeEventListener('beforeprint', this.onPrint);
    this.canvas.close();
  }
}
