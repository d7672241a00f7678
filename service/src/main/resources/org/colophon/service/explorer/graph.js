// SPDX-License-Identifier: Apache-2.0
// The page with the graph of a target. Shows the same answer as canvas, tree and table, with time,
// details and address.

import { getGraph } from '/ui/api.js';
import { address, busy, fail, speak } from '/ui/main.js';
import { GraphCanvas } from '/ui/canvas.js';
import { detail } from '/ui/detail.js';
import { downloads } from '/ui/download.js';
import { fullName, table, tree } from '/ui/rows.js';
import { timeline } from '/ui/timeline.js';
import { el, middle, count, shown } from '/ui/text.js';

/** Returns the parameters of /v1/graph for the page's parameters. */
export function asked(parameters) {
  return {
    target: parameters.getAll('target'),
    direction: parameters.get('direction'),
    depth: parameters.get('depth'),
    expand: parameters.get('expand'),
    path: parameters.get('path'),
    'as-of': parameters.get('as-of'),
    all: parameters.get('all'),
    limit: parameters.get('limit'),
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
      choose: (node, isMore) => this.choose(node, isMore),
      open: (node) => this.expand(node),
      fold: (node) => this.fold(node),
      ask: (changes) => this.change({ ...changes, expand: '', path: '', select: '' }),
      pathFrom: (id) => this.wait('path', id),
      compareFrom: (id) => this.wait('compare', id),
    };
    this.canvas = new GraphCanvas('Graph. Arrow keys choose, Enter expands, plus and minus zoom, 0 shows all. The tree and the table have the same content.', this.on);
    this.build();
  }

  build() {
    const { parameters } = this;
    const target = parameters.get('target') ?? '';
    document.title = `${middle(target, 60)} – Colophon`;
    this.note = el('div', { className: 'notes' });
    this.panel = el('aside', { 'aria-label': 'Details' }, el('p', {}, 'Choose a node to see its details. Click + or press Enter to expand it.'));
    this.stage = el('div', { className: 'stage' });
    this.time = el('div', { className: 'time' });
    this.heading = el('h1', { title: middle(target, 400) }, middle(target, 80));
    this.compared = el('a', {}, 'Compare with now');
    this.view.append(
      el('div', { className: 'bar' }, this.heading,
        this.select('Direction', 'direction', [['', 'Ancestors'], ['descendants', 'Descendants']]),
        this.select('View', 'view', [['', 'Graph'], ['tree', 'Tree'], ['table', 'Table']]),
        el('label', {}, el('input', { type: 'checkbox', id: 'set-all', checked: parameters.get('all') === 'true',
          onchange: (event) => this.change({ all: event.target.checked ? 'true' : '' }) }), ' System files and code'),
        el('button', { type: 'button', onclick: () => this.canvas.fit() }, 'Show all'),
        this.compared, downloads(this)),
      this.time, this.note,
      el('div', { className: 'split' }, this.stage, this.panel));
  }

  select(label, name, options) {
    return el('label', {}, `${label} `, el('select', { id: `set-${name}`, onchange: (event) => this.change({ [name]: event.target.value }) },
      options.map(([value, text]) => el('option', { value, selected: (this.parameters.get(name) ?? '') === value }, text))));
  }

  /** Requests and shows the graph; a later call cancels an earlier one. */
  async load(anchor) {
    this.loading.abort();
    this.loading = new AbortController();
    const graph = await getGraph(asked(this.parameters), this.loading.signal);
    this.graph = graph;
    this.note.replaceChildren(...notes(graph).filter(Boolean));
    const [target, asOf] = [this.parameters.get('target'), this.parameters.get('as-of')];
    const root = graph.nodes.find((node) => node.root);
    if (root && /^(pid|process|object):/.test(target)) this.heading.textContent = `${middle(fullName(root), 80)} (${shown(target)})`;
    this.compared.hidden = !asOf;
    this.compared.href = address('compare', { a: target, 'as-of-a': asOf, b: target });
    this.show(anchor);
    if (!this.slider) {
      this.slider = await timeline(this.time, graph, this.parameters.get('as-of') ?? '', (when) => this.change({ 'as-of': when }));
    }
    const selected = this.parameters.get('select')?.split(',') ?? [];
    const node = graph.nodes.find((each) => each.id === selected[0]);
    if (node) this.choose(node, false);
    speak(`${count(graph.nodes.length, 'node')}, ${count(graph.edges.length, 'edge')}`);
  }

  show(anchor) {
    const kind = this.parameters.get('view') ?? '';
    if (kind === '') this.stage.replaceChildren(this.canvas.element);
    this.canvas.show(this.graph, anchor);
    if (kind === 'table') this.stage.replaceChildren(table(this.graph, this.on));
    if (kind === 'tree') this.stage.replaceChildren(tree(this.graph, this.parameters.get('direction') === 'descendants', this.on));
    this.canvas.choose(this.chosen, false);
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

  expand(node) {
    if (node.expandable) this.change({ expand: [...new Set([...this.expanded(), node.id])].join(',') }, node.id);
  }

  fold(node) {
    this.change({ expand: this.expanded().filter((id) => id !== node.fold).join(',') }, node.id);
  }

  wait(what, id) {
    this.waiting = { what, id };
    this.note.replaceChildren(el('p', { className: 'band', id: 'waiting' }, `Choose the other end for the ${what === 'path' ? 'path' : 'comparison'}; Escape cancels.`));
  }

  choose(node, isMore) {
    if (this.waiting !== null) {
      const { what, id } = this.waiting;
      this.waiting = null;
      this.note.replaceChildren(...notes(this.graph).filter(Boolean));
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
    speak(`${node.kind ?? node.type} ${node.label}${node.incomplete ? ', incomplete' : ''}`);
    if (isMore && this.chosen.length === 2) return this.change({ path: this.chosen.join(',') });
    this.detailing?.abort();
    this.detailing = new AbortController();
    busy(detail(this.panel, node, this.parameters.get('as-of'), this.on, this.detailing.signal).catch(fail));
    return undefined;
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
    this.canvas.close();
  }
}
