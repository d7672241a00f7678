// SPDX-License-Identifier: Apache-2.0
// The looks of nodes and edges: families with icons and outlines, and their parts for canvas and SVG.

import { shown } from '/ui/text.js';

/** Size of the icons' coordinates, in pixels. */
const ICON = 16;

const FONT = 'system-ui, sans-serif';
const TEXT_SIZE = 13;

/** Families of nodes: the word of the legend, the icon's strokes, and the outline. */
const FAMILIES = {
  process: { word: 'process', outline: 'pill', icon: 'M1.5 3h13v10h-13zM4 6l2.5 2L4 10M8 10.5h4' },
  file: { word: 'file', outline: 'sheet', icon: 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.8 8h4.4M5.8 10.8h4.4' },
  directory: { word: 'directory', outline: 'sheet', icon: 'M1.5 3.5h4.6l1.5 2h6.9v7.5h-13z' },
  pipe: { word: 'pipe', outline: 'tube', icon: 'M1.5 5.5h3v5h-3zM4.5 6.5h7v3h-7zM11.5 5.5h3v5h-3z' },
  network: { word: 'connection', outline: 'tube', icon: 'M8 1.8a6.2 6.2 0 1 0 .01 0zM1.8 8h12.4M8 1.8c-3.6 3.8-3.6 8.6 0 12.4M8 1.8c3.6 3.8 3.6 8.6 0 12.4' },
  table: { word: 'table', outline: 'grid', icon: 'M1.8 2.5h12.4v11H1.8zM1.8 6h12.4M1.8 9.8h12.4M6 6v7.5' },
  agent: { word: 'user', outline: 'pill', icon: 'M8 2a2.7 2.7 0 1 0 .01 0zM2.6 14c.4-3.4 2.4-5 5.4-5s5 1.6 5.4 5' },
  device: { word: 'device or memory', outline: 'sheet', icon: 'M4 4h8v8H4zM6 1.5V4M10 1.5V4M6 12v2.5M10 12v2.5M1.5 6H4M1.5 10H4M12 6h2.5M12 10h2.5' },
  absent: { word: 'absent file', outline: 'sheet', icon: 'M3.5 1.5h6l3 3v10h-9zM6 7l4 4M10 7l-4 4' },
};

/** Families of other kinds. Boxes of alike parts look like their first process. */
const FAMILY_OF = {
  symlink: 'file', document: 'file', other: 'file', files: 'file', fifo: 'pipe', socket: 'network', rows: 'table',
  terminal: 'device', memory: 'device', exec: 'process', chain: 'process', alike: 'process', copy: 'process', rest: 'process',
};

/** Returns the name of a node's family. */
export const familyOf = (node) => FAMILY_OF[node.kind] ?? (node.kind in FAMILIES ? node.kind : 'file');

/** What an edge carries, with the word of the legend and the dashes of its line. */
const CARRIED = {
  data: { word: 'data', dash: [] },
  code: { word: 'program code', dash: [2, 3] },
  control: { word: 'control, no content', dash: [7, 4] },
};

function carriedBy(edge) {
  if (edge.kind === 'code') return 'code';
  return /^(start|exec|signal|name|attributes)$/.test(edge.kind) ? 'control' : 'data';
}

/** Signs and words of the differences between two states. */
export const CHANGES = {
  changed: { sign: '≠', word: 'differs' },
  left: { sign: '−', word: 'only left' },
  right: { sign: '+', word: 'only right' },
};

/** Returns the colours of the page's theme. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ['paper', 'stage', 'ink', 'muted', 'accent', 'gap', 'data', 'code', 'control', 'changed', 'left', 'right', 'same'];
  const palette = Object.fromEntries(names.map((name) => [name, read(name)]));
  for (const family of Object.keys(FAMILIES)) {
    palette[family] = read(`on-${family}`);
    palette[`${family}Fill`] = read(`fill-${family}`);
  }
  return palette;
}

/** Returns the outline of a node, as the text of a path. */
function outline(shape, x, y, w, h) {
  if (shape === 'pill' || shape === 'grid') {
    const r = shape === 'pill' ? h / 2 : 3;
    return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  }
  if (shape === 'tube') return `M${x + 9} ${y}h${w - 18}l9 ${h / 2}l-9 ${h / 2}h${18 - w}l-9 ${-h / 2}z`;
  return `M${x + 5} ${y}h${w - 15}l10 10v${h - 15}a5 5 0 0 1 -5 5h${10 - w}a5 5 0 0 1 -5 -5v${10 - h}a5 5 0 0 1 5 -5z`;
}

/** Returns the fill of a node's box: by family, or by difference in a picture of two states. */
export function fill(node, palette) {
  if (node.change) return palette[node.change];
  return palette.isCompared ? palette.same : palette[`${familyOf(node)}Fill`];
}

/** Returns the parts of a node, back to front. */
export function parts(node, palette, isChosen) {
  const family = familyOf(node);
  const { x, y, width: w, height: h } = node;
  const shape = FAMILIES[family].outline;
  const edge = node.incomplete ? palette.gap : palette[family];
  const body = fill(node, palette);
  const made = [];
  if (node.expandable) made.push({ d: outline(shape, x + 4, y + 4, w, h), fill: body, stroke: edge, width: 1 });
  made.push({ d: outline(shape, x, y, w, h), fill: body, stroke: isChosen ? palette.accent : edge,
    width: isChosen ? 3 : node.root || node.cause ? 2.2 : 1, dash: node.incomplete || family === 'absent' ? [5, 3] : undefined });
  made.push({ d: FAMILIES[family].icon, x: x + 11, y: y + h / 2 - ICON / 2, stroke: palette[family], width: 1.3 });
  const hasButton = node.expandable || node.collapsible;
  made.push({ text: node.text ?? shown(node.label), x: x + 33, y: y + h / 2, fill: palette.ink, weight: node.root ? 650 : 400, max: w - (hasButton ? 60 : 44) });
  if (hasButton) {
    const [cx, cy] = [x + w - 17, y + h / 2];
    made.push({ d: `M${cx - 8} ${cy}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z`, fill: palette.paper, stroke: palette.muted, width: 1 });
    made.push({ d: `M${cx - 4} ${cy}h8${node.expandable ? `M${cx} ${cy - 4}v8` : ''}`, stroke: palette.ink, width: 1.5 });
  }
  if (node.change) badge(made, CHANGES[node.change].sign, x + 2, y, palette[family], palette);
  if (node.unchecked) badge(made, '?', x + 2, y, palette[family], palette);
  if (node.incomplete) badge(made, '!', x + w - 8, y, palette.gap, palette);
  if (node.cause) made.push({ text: 'this input differs', x: x + 14, y: y - 9, fill: palette.gap, weight: 650, size: 12, max: 140 });
  else if (node.caption) made.push({ text: node.caption, x: x + 14, y: y - 7, fill: palette.muted, weight: 400, size: 11, max: w });
  return made;
}

function badge(made, sign, x, y, colour, palette) {
  made.push({ d: `M${x - 8} ${y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z`, fill: palette.paper, stroke: colour, width: 1.3 });
  made.push({ text: sign, x, y: y + 0.5, fill: palette.ink, weight: 700, anchor: 'middle', max: 14 });
}

/** Returns the path of an edge. Straight parts lead along the layout's direction, curves connect them. */
function route(points, isDown) {
  let d = `M${points[0]} ${points[1]}`;
  for (let p = 2; p < points.length; p += 2) {
    const [x0, y0, x, y] = points.slice(p - 2, p + 2);
    if (isDown ? x === x0 : y === y0) d += `L${x} ${y}`;
    else if (isDown) d += `C${x0} ${(y0 + y) / 2} ${x} ${(y0 + y) / 2} ${x} ${y}`;
    else d += `C${(x0 + x) / 2} ${y0} ${(x0 + x) / 2} ${y} ${x} ${y}`;
  }
  return d;
}

/** Returns the parts of an edge: the line and the head of its arrow. */
export function edgeParts(edge, palette, isDown, byBytes) {
  const { points } = edge;
  const n = points.length;
  if (n < 4) return [];
  const carried = carriedBy(edge);
  const colour = edge.change === 'left' ? palette.process : edge.change === 'right' ? palette.file : palette[carried];
  const width = byBytes && edge.bytes > 0 ? Math.min(9, 1 + Math.log2(1 + edge.bytes / 1024) * 0.6) : 1.4;
  const [x, y] = points.slice(n - 2);
  const [dx, dy] = isDown ? [0, Math.sign(y - points[n - 3]) || 1] : [Math.sign(x - points[n - 4]) || 1, 0];
  const size = 6 + width;
  const tip = (side) => `L${x - size * dx + side * size * 0.5 * dy} ${y - size * dy + side * size * 0.5 * dx}`;
  return [
    { d: route(points, isDown), stroke: colour, width, dash: CARRIED[carried].dash },
    { d: `M${x} ${y}${tip(1)}${tip(-1)}z`, fill: colour },
  ];
}

/** Draws parts on a 2D context. */
export function draw(context, all) {
  for (const part of all) {
    if (part.text !== undefined) {
      context.font = `${part.weight} ${part.size ?? TEXT_SIZE}px ${FONT}`;
      context.textAlign = part.anchor === 'middle' ? 'center' : 'left';
      context.textBaseline = 'middle';
      context.fillStyle = part.fill;
      context.fillText(part.text, part.x, part.y, part.max);
      continue;
    }
    part.path ??= new Path2D(part.d);
    if (part.x !== undefined) context.translate(part.x, part.y);
    if (part.fill) {
      context.fillStyle = part.fill;
      context.fill(part.path);
    }
    if (part.stroke) {
      context.strokeStyle = part.stroke;
      context.lineWidth = part.width;
      context.setLineDash(part.dash ?? []);
      context.stroke(part.path);
    }
    if (part.x !== undefined) context.translate(-part.x, -part.y);
  }
  context.setLineDash([]);
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an element of SVG. */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Returns parts as a group of SVG elements. */
export function group(all, title) {
  const made = svg('g', {});
  if (title !== undefined) made.append(svg('title', {}, title));
  for (const part of all) {
    made.append(part.text === undefined
      ? svg('path', { d: part.d, fill: part.fill ?? 'none', stroke: part.stroke, 'stroke-width': part.stroke && part.width,
        'stroke-dasharray': part.dash?.length ? part.dash.join(' ') : undefined,
        transform: part.x === undefined ? undefined : `translate(${part.x} ${part.y})` })
      : svg('text', { x: part.x, y: part.y + 4.5, fill: part.fill, 'font-weight': part.weight, 'font-size': part.size ?? TEXT_SIZE,
        'text-anchor': part.anchor }, part.text));
  }
  return made;
}

/** Returns the entries of a scene's legend: words with the parts that show them, each in 28 by 18 pixels. */
export function legend(scene, palette) {
  const used = (values) => new Set(values);
  const families = used(scene.nodes.map(familyOf));
  const kinds = used(scene.edges.map(carriedBy));
  const changes = used(scene.nodes.map((node) => node.change).filter(Boolean));
  const made = [];
  for (const [name, { word, icon }] of Object.entries(FAMILIES)) {
    if (families.has(name)) made.push({ word, parts: [{ d: icon, x: 6, y: 1, stroke: palette[name], fill: palette.isCompared ? undefined : palette[`${name}Fill`], width: 1.3 }] });
  }
  for (const [name, { word, dash }] of Object.entries(CARRIED)) {
    if (kinds.has(name)) made.push({ word, parts: [{ d: 'M0 9h22', stroke: palette[name], width: 1.6, dash }, { d: 'M28 9l-8 -4v8z', fill: palette[name] }] });
  }
  for (const [name, { word, sign }] of Object.entries(CHANGES)) {
    if (changes.has(name)) made.push({ word, parts: [{ d: 'M2 1h24v16h-24z', fill: palette[name], stroke: palette.muted, width: 1 },
      { text: sign, x: 14, y: 9, fill: palette.ink, weight: 700, anchor: 'middle' }] });
  }
  if (scene.nodes.some((node) => node.expandable)) made.push({ word: 'several, + opens', parts: [
    { d: 'M6 5h20v12h-20z', fill: palette.paper, stroke: palette.muted, width: 1 }, { d: 'M2 1h20v12h-20z', fill: palette.paper, stroke: palette.muted, width: 1 }] });
  if (scene.nodes.some((node) => node.unchecked)) made.push({ word: 'content not compared', parts: [{ text: '?', x: 14, y: 9, fill: palette.ink, weight: 700, anchor: 'middle' }] });
  if (scene.nodes.some((node) => node.incomplete)) made.push({ word: 'capture incomplete', parts: [{ d: 'M2 2h24v14h-24z', stroke: palette.gap, width: 1.5, dash: [5, 3] }] });
  return made;
}
