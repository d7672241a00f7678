// SPDX-License-Identifier: Apache-2.0
// A graph with coordinates as shapes: positions, colours, and its SVG text.

import { edgeParts, draw, familyOf, fill, group, legend, parts, svg } from '/ui/shapes.js';
import { clock, middle, shown } from '/ui/text.js';

const CELL = 512;
const MAX_CAPTIONS = 20;

/**
 * Creates a node's tooltip on demand, since the pointer never reaches most nodes of a large graph.
 */
const TIP = {
  configurable: true,
  get() {
    return (this.title ?? this.label).split('\n').map((line) => middle(line, 400)).join('\n');
  },
};

/**
 * Nodes and edges in a grid of square cells, so that drawing a view visits only the cells in it.
 */
export class Scene {
  constructor(graph) {
    this.graph = graph;
    this.nodes = graph.nodes;
    this.edges = graph.edges;
    this.index = new Map(this.nodes.map((node, i) => [node.id, i]));
    this.cells = new Map();
    this.#caption();
    this.nodes.forEach((node, i) => {
      node.text = shown(node.label);
      if (!('tip' in node)) Object.defineProperty(node, 'tip', TIP);
      this.#add('nodes', i, node.x, node.y, node.x + node.width, node.y + node.height);
    });
    this.edges.forEach((edge, i) => {
      for (let p = 0; p + 3 < edge.points.length; p += 2) {
        const [x1, y1, x2, y2] = edge.points.slice(p, p + 4);
        this.#add('edges', i, Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
      }
    });
  }

  /** Gives each process of several runs the name of its run, and equal processes their time. */
  #caption() {
    const runs = new Map((this.graph.runs ?? []).map((run) => [run.id, run]));
    const processes = this.nodes.filter((node) => familyOf(node) === 'process');
    const times = new Map();
    for (const node of processes) times.set(node.label, [...(times.get(node.label) ?? []), node]);
    for (const node of processes) {
      const run = runs.get(node.run);
      const alike = times.get(node.label).length;
      const isFirst = run?.label.startsWith(node.label) || node.label.startsWith(run?.label ?? ' ');
      const began = isFirst || !run ? node.from : run.from;
      const hasTime = run || (alike > 1 && alike <= MAX_CAPTIONS);
      node.caption = [run?.host, isFirst ? '' : run?.label, hasTime && began ? clock(began) : ''].filter(Boolean).map(shown).join(' · ');
    }
  }

  #add(kind, i, x1, y1, x2, y2) {
    for (let cx = Math.floor(x1 / CELL); cx <= Math.floor(x2 / CELL); cx++) {
      for (let cy = Math.floor(y1 / CELL); cy <= Math.floor(y2 / CELL); cy++) {
        const key = cx * 1e6 + cy;
        let cell = this.cells.get(key);
        if (cell === undefined) this.cells.set(key, (cell = { x: cx, y: cy, nodes: [], edges: [] }));
        const list = cell[kind];
        if (list[list.length - 1] !== i) list.push(i);
      }
    }
  }

  /** Returns the indexes of the nodes and edges that touch a rectangle. */
  within(x1, y1, x2, y2) {
    const nodes = new Set();
    const edges = new Set();
    for (const cell of this.cells.values()) {
      const isOut = (cell.x + 1) * CELL < x1 || cell.x * CELL > x2 || (cell.y + 1) * CELL < y1 || cell.y * CELL > y2;
      if (isOut) continue;
      cell.nodes.forEach((i) => nodes.add(i));
      cell.edges.forEach((i) => edges.add(i));
    }
    return { nodes, edges };
  }

  /** Returns the parts of a node, made once for each look. */
  nodeParts(i, look, isChosen) {
    if (isChosen) return parts(this.nodes[i], look.palette, true);
    return (this.#made(look).nodes[i] ??= parts(this.nodes[i], look.palette, false));
  }

  edgeParts(i, look) {
    return (this.#made(look).edges[i] ??= edgeParts(this.edges[i], look.palette, this.graph.down === true, look.byBytes));
  }

  #made(look) {
    if (this.made?.look !== look) this.made = { look, nodes: [], edges: [] };
    return this.made;
  }

  /** Returns the index of the node at a point, or -1. */
  at(x, y) {
    for (const i of this.within(x, y, x, y).nodes) {
      const n = this.nodes[i];
      if (x >= n.x && x <= n.x + n.width && y >= n.y && y <= n.y + n.height) return i;
    }
    return -1;
  }

  /** Returns the nearest node in the direction of an arrow key, or -1. */
  next(from, dx, dy) {
    const a = this.nodes[from];
    let best = -1;
    let least = Infinity;
    this.nodes.forEach((b, i) => {
      const x = b.x + b.width / 2 - a.x - a.width / 2;
      const y = b.y + b.height / 2 - a.y - a.height / 2;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (i !== from && ahead > 0 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = i;
      }
    });
    return best;
  }
}

/** Scale below which boxes have no text and edges are straight. */
const FAR = 0.35;

/**
 * Draws a part of a scene.
 *
 * @param ratio number of pixels per unit
 * @param look {palette, byBytes}
 * @param moved returns the shift of a node that still moves to its place, or undefined
 */
export function paint(context, scene, part, ratio, chosen, look, moved) {
  const { palette } = look;
  if (ratio < FAR) {
    paintFar(context, scene, part, ratio, chosen, palette);
    return;
  }
  for (const i of part.edges) draw(context, scene.edgeParts(i, look));
  for (const i of part.nodes) {
    const shift = moved?.(scene.nodes[i]);
    if (shift) context.translate(shift.x, shift.y);
    draw(context, scene.nodeParts(i, look, chosen.has(i)));
    if (shift) context.translate(-shift.x, -shift.y);
  }
}

function paintFar(context, scene, part, ratio, chosen, palette) {
  context.beginPath();
  for (const i of part.edges) {
    const { points } = scene.edges[i];
    if (points.length < 4) continue;
    context.moveTo(points[0], points[1]);
    context.lineTo(points[points.length - 2], points[points.length - 1]);
  }
  context.strokeStyle = palette.control;
  context.lineWidth = Math.max(1, 0.6 / ratio);
  context.stroke();
  for (const i of part.nodes) {
    const node = scene.nodes[i];
    context.fillStyle = node.incomplete ? palette.gap : fill(node, palette);
    context.fillRect(node.x, node.y, node.width, node.height);
    if (!chosen.has(i) && !node.root) continue;
    context.strokeStyle = palette.accent;
    context.lineWidth = 3 / ratio;
    context.strokeRect(node.x, node.y, node.width, node.height);
  }
}

const LEGEND_ROW = 26;

/** Returns the scene as SVG text, with a title above and its legend below. */
export function svgText(scene, look, title) {
  const { palette } = look;
  const width = Math.max(scene.graph.width, 640);
  const entries = legend(scene, palette);
  const perRow = Math.max(1, Math.floor((width - 40) / 190));
  const top = 44;
  const bottom = top + scene.graph.height;
  const height = bottom + LEGEND_ROW * Math.ceil(entries.length / perRow) + 16;
  const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'system-ui, sans-serif' });
  root.append(svg('rect', { width, height, fill: palette.paper }),
    svg('text', { x: 20, y: 30, 'font-size': 17, 'font-weight': 650, fill: palette.ink }, middle(title, Math.floor(width / 10))));
  const picture = svg('g', { transform: `translate(0 ${top})` });
  scene.edges.forEach((edge, i) => picture.append(group(scene.edgeParts(i, look))));
  scene.nodes.forEach((node, i) => picture.append(group(scene.nodeParts(i, look, false), shown(node.title ?? node.label))));
  const key = svg('g', { 'font-size': 12 });
  entries.forEach((entry, i) => {
    const place = svg('g', { transform: `translate(${20 + 190 * (i % perRow)} ${bottom + LEGEND_ROW * Math.floor(i / perRow)})` });
    place.append(group(entry.parts), svg('text', { x: 36, y: 13, fill: palette.muted, 'font-size': 12 }, entry.word));
    key.append(place);
  });
  root.append(picture, key);
  return new XMLSerializer().serializeToString(root);
}
