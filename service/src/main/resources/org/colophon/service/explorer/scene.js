// SPDX-License-Identifier: Apache-2.0
// A graph with coordinates as shapes: positions, colours, and its SVG text.

import { middle, shown } from '/ui/text.js';

const CELL = 512;
const SVG = 'http://www.w3.org/2000/svg';

/** Returns the colours of the page's theme. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ['paper', 'ink', 'line', 'process', 'object', 'agent', 'fold', 'mark', 'gap', 'added', 'removed', 'changed', 'control'];
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

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

/** Returns true for an edge that carries no content. */
export const isControl = (edge) => /^(start|exec|signal|name|attributes|code)$/.test(edge.kind);

/** Returns the colour of a node's box. */
export function fill(node, palette) {
  if (node.change) return palette[node.change];
  return palette[node.type] ?? palette.object;
}

/** Draws a part of a scene. {@code ratio} is the number of pixels per unit. */
export function paint(context, scene, part, ratio, chosen, palette) {
  const isFar = ratio < 0.35;
  for (const control of [false, true]) {
    context.beginPath();
    for (const i of part.edges) {
      const edge = scene.edges[i];
      if (isControl(edge) === control) line(context, edge.points, isFar);
    }
    context.strokeStyle = control ? palette.control : palette.line;
    context.lineWidth = Math.max(1, 0.6 / ratio);
    context.setLineDash(control && !isFar ? [4, 3] : []);
    context.stroke();
  }
  context.setLineDash([]);
  if (!isFar) {
    context.fillStyle = palette.line;
    for (const i of part.edges) arrow(context, scene.edges[i].points);
  }
  context.font = '11px sans-serif';
  context.textBaseline = 'middle';
  for (const i of part.nodes) box(context, scene.nodes[i], isFar, ratio, chosen.has(i), palette);
}

function line(context, points, isFar) {
  if (points.length < 4) return;
  context.moveTo(points[0], points[1]);
  for (let p = isFar ? points.length - 2 : 2; p < points.length; p += 2) context.lineTo(points[p], points[p + 1]);
}

function arrow(context, points) {
  const n = points.length;
  if (n < 4) return;
  const angle = Math.atan2(points[n - 1] - points[n - 3], points[n - 2] - points[n - 4]);
  const tip = (turn) => [points[n - 2] - 7 * Math.cos(angle + turn), points[n - 1] - 7 * Math.sin(angle + turn)];
  context.beginPath();
  context.moveTo(points[n - 2], points[n - 1]);
  context.lineTo(...tip(0.45));
  context.lineTo(...tip(-0.45));
  context.fill();
}

function box(context, node, isFar, ratio, isChosen, palette) {
  context.fillStyle = fill(node, palette);
  context.fillRect(node.x, node.y, node.width, node.height);
  if (node.incomplete) {
    context.fillStyle = palette.gap;
    context.fillRect(node.x, node.y + node.height - 4, node.width, 4);
  }
  if (isChosen || !isFar) {
    context.strokeStyle = isChosen ? palette.mark : palette.ink;
    context.lineWidth = isChosen ? Math.max(3, 3 / ratio) : node.root ? 2.5 : 0.8;
    context.strokeRect(node.x, node.y, node.width, node.height);
  }
  if (!isFar) {
    context.fillStyle = palette.ink;
    context.fillText(node.text, node.x + 8, node.y + node.height / 2, node.width - (node.expandable ? 18 : 10));
    if (node.expandable) context.fillText('+', node.x + node.width - 10, node.y + node.height / 2);
  }
}

/** Returns the scene as SVG text. */
export function svgText(scene, palette) {
  const make = (tag, attributes, text) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const { width, height } = scene.graph;
  const root = make('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'sans-serif', 'font-size': 11 });
  root.append(make('rect', { width: '100%', height: '100%', fill: palette.paper }));
  for (const edge of scene.edges) {
    const dashes = isControl(edge) ? { 'stroke-dasharray': '4 3' } : {};
    root.append(make('polyline', { points: edge.points.join(' '), fill: 'none', stroke: palette.line, ...dashes }));
  }
  for (const node of scene.nodes) {
    const group = make('g', {});
    const { x, y, width: w, height: h } = node;
    group.append(make('title', {}, shown(node.title ?? node.label)));
    group.append(make('rect', { x, y, width: w, height: h, fill: fill(node, palette), stroke: node.incomplete ? palette.gap : palette.ink }));
    group.append(make('text', { x: x + 8, y: y + h / 2 + 4, fill: palette.ink }, node.text));
    root.append(group);
  }
  return new XMLSerializer().serializeToString(root);
}
