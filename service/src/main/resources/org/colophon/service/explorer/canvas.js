// SPDX-License-Identifier: Apache-2.0
// Shows a scene on a 2D canvas, with pan, zoom, a map, selection and keys. If drawing is slow, a pan
// shifts the last picture.

import { Scene, paint } from '/ui/scene.js';
import { colours, fill } from '/ui/shapes.js';
import { el } from '/ui/text.js';

const SLOW_MILLIS = 8;
const REST_MILLIS = 120;
const MAX_SCALE = 4;
/** Scale at which text has 12 pixels. */
const READABLE = 12 / 13;
const MAX_FIT = 1.5;
const MOVE_MILLIS = 180;
/** Number of nodes above which a new graph is shown without movement. */
const MAX_MOVED = 400;
const MAP_WIDTH = 180;
const MAP_HEIGHT = 110;

export class GraphCanvas {
  /** Calls {@code on.choose(node, isMore, isDecided)}, {@code on.decide(node)} for Enter, {@code on.open(node)} and {@code on.press(node)}. */
  constructor(label, on) {
    this.on = on;
    this.canvas = el('canvas', { className: 'graph', tabIndex: 0, role: 'application', 'aria-label': label });
    this.map = el('canvas', { className: 'map', width: MAP_WIDTH, height: MAP_HEIGHT, hidden: true, 'aria-hidden': 'true' });
    this.element = el('div', { className: 'canvas' }, this.canvas, this.map);
    this.context = this.canvas.getContext('2d', { alpha: false });
    this.picture = document.createElement('canvas');
    this.scene = null;
    this.chosen = new Set();
    this.view = { x: 0, y: 0, scale: 1 };
    this.look = { palette: colours(), byBytes: false };
    this.drawn = null;
    this.frame = 0;
    this.lastMillis = 0;
    this.isFitted = this.isAtBegin = false;
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(this.canvas);
    this.onTheme = () => this.dress({});
    addEventListener('theme', this.onTheme);
    this.#bind();
    this.#bindMap();
  }

  /** Changes how nodes and edges look, and draws them. */
  dress(changes) {
    this.look = { ...this.look, ...changes, palette: { ...colours(), isCompared: changes.isCompared ?? this.look.palette.isCompared } };
    this.draw(true);
  }

  focus() {
    this.canvas.focus({ preventScroll: true });
  }

  /** Returns the size of the area to fill, such as 1200x800. */
  size() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    return w > 0 && h > 0 ? `${w}x${h}` : undefined;
  }

  close() {
    this.sizes.disconnect();
    removeEventListener('theme', this.onTheme);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  /**
   * Shows a graph. If both graphs have the anchor node, preserves its position. Otherwise calls
   * begin(). Nodes of both graphs move to their new places.
   */
  show(graph, anchor) {
    const old = this.scene;
    const seen = { ...this.view };
    const before = old?.nodes[old.index.get(anchor)];
    this.scene = new Scene(graph);
    const after = this.scene.nodes[this.scene.index.get(anchor)] ?? this.scene.nodes.find((node) => node.fold === anchor);
    this.chosen.clear();
    const { width, height } = graph;
    if (before && after && this.#fitScale(width, height) < READABLE) {
      this.view.x += after.x - before.x;
      this.view.y += after.y - before.y;
      this.isFitted = this.isAtBegin = false;
    } else {
      this.begin();
    }
    this.#move(old, seen);
    this.draw(true);
  }

  /** Lets nodes start from where they were on the screen. */
  #move(old, seen) {
    this.moves = null;
    const isStill = old === null || this.scene.nodes.length > MAX_MOVED || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill) return;
    const from = new Map();
    for (const node of this.scene.nodes) {
      const former = old.nodes[old.index.get(node.id) ?? old.index.get(node.fold)];
      if (former) {
        const x = ((former.x - seen.x) * seen.scale) / this.view.scale + this.view.x - node.x;
        const y = ((former.y - seen.y) * seen.scale) / this.view.scale + this.view.y - node.y;
        from.set(node, { x, y });
      }
    }
    this.moves = { from, begin: performance.now() };
  }

  #fitScale(width, height) {
    const w = this.canvas.clientWidth || 800;
    const h = this.canvas.clientHeight || 500;
    return Math.min(MAX_FIT, (w - 8) / Math.max(1, width), (h - 8) / Math.max(1, height));
  }

  /**
   * Shows the whole graph if it is readable. Otherwise shows the surroundings of the input that
   * differs, or of the first root.
   */
  begin() {
    this.fit();
    this.isAtBegin = true;
    const { nodes } = this.scene;
    const root = nodes.find((node) => node.cause) ?? nodes.find((node) => node.root) ?? nodes[0];
    if (this.view.scale >= READABLE || !root) return;
    this.view.scale = READABLE;
    this.#centre(root);
    const { width, height } = this.scene.graph;
    this.view.x = within(this.view.x, width, this.canvas.clientWidth / this.view.scale);
    this.view.y = within(this.view.y, height, this.canvas.clientHeight / this.view.scale);
    this.isAtBegin = true;
  }

  #centre(node) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.view.x = node.x + node.width / 2 - w / 2 / this.view.scale;
    this.view.y = node.y + node.height / 2 - h / 2 / this.view.scale;
    this.isFitted = this.isAtBegin = false;
  }

  fit() {
    this.isFitted = true;
    this.isAtBegin = false;
    const { width, height } = this.scene.graph;
    this.view = { scale: Math.max(this.#fitScale(width, height), 0.02), x: 0, y: 0 };
    this.view.x = width / 2 - (this.canvas.clientWidth || 800) / 2 / this.view.scale;
    this.view.y = height / 2 - (this.canvas.clientHeight || 500) / 2 / this.view.scale;
    this.draw(true);
  }

  /** Shows the chosen nodes as large as they fit. */
  zoomToChosen() {
    const nodes = [...this.chosen].map((i) => this.scene.nodes[i]);
    if (nodes.length === 0) return this.fit();
    const left = Math.min(...nodes.map((n) => n.x)) - 60;
    const top = Math.min(...nodes.map((n) => n.y)) - 60;
    const width = Math.max(...nodes.map((n) => n.x + n.width)) + 60 - left;
    const height = Math.max(...nodes.map((n) => n.y + n.height)) + 60 - top;
    const scale = this.#fitScale(width, height);
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.view = { scale, x: left + width / 2 - w / 2 / scale, y: top + height / 2 - h / 2 / scale };
    this.isFitted = this.isAtBegin = false;
    return this.draw(true);
  }

  choose(ids, isCentred) {
    this.chosen = new Set(ids.map((id) => this.scene.index.get(id)).filter((i) => i !== undefined));
    const [first] = this.chosen;
    if (isCentred && first !== undefined) this.#reveal(this.scene.nodes[first]);
    this.draw(true);
  }

  #reveal(node) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const { x, y, scale } = this.view;
    const isSeen = node.x > x && node.y > y && node.x + node.width < x + w / scale && node.y + node.height < y + h / scale;
    if (!isSeen) this.#centre(node);
  }

  /** Draws at the next animation frame. */
  draw(isNew) {
    if (isNew) this.drawn = null;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.#frame());
  }

  /** Draws immediately after a resize, since the browser would stretch the old picture. */
  #resize() {
    if (this.scene === null) return;
    if (this.isAtBegin) this.begin();
    else if (this.isFitted) this.fit();
    cancelAnimationFrame(this.frame);
    this.drawn = null;
    this.#frame();
  }

  #frame() {
    this.frame = 0;
    if (this.scene === null || this.canvas.clientWidth === 0) return;
    const drawn = this.drawn;
    const mayShift = drawn !== null && this.lastMillis > SLOW_MILLIS && drawn.scale === this.view.scale;
    if (!mayShift) {
      this.#render();
      if (this.moves) this.draw(true);
      return;
    }
    const ratio = this.view.scale * devicePixelRatio;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.fillStyle = this.look.palette.stage;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.drawImage(this.picture, Math.round((drawn.x - this.view.x) * ratio), Math.round((drawn.y - this.view.y) * ratio));
    this.#drawMap();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.draw(true), REST_MILLIS);
  }

  #render() {
    const begin = performance.now();
    const { canvas, context, view } = this;
    const width = Math.round(canvas.clientWidth * devicePixelRatio);
    const height = Math.round(canvas.clientHeight * devicePixelRatio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = this.picture.width = width;
      canvas.height = this.picture.height = height;
    }
    const ratio = view.scale * devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.look.palette.stage;
    context.fillRect(0, 0, width, height);
    context.setTransform(ratio, 0, 0, ratio, -view.x * ratio, -view.y * ratio);
    const part = this.scene.within(view.x, view.y, view.x + width / ratio, view.y + height / ratio);
    paint(context, this.scene, part, view.scale, this.chosen, this.look, this.#moved(begin));
    this.#drawMap();
    this.lastMillis = performance.now() - begin;
    if (this.lastMillis > SLOW_MILLIS) this.picture.getContext('2d', { alpha: false }).drawImage(canvas, 0, 0);
    this.drawn = { ...view };
    Object.assign(canvas.dataset, { nodes: this.scene.nodes.length, edges: this.scene.edges.length, scale: view.scale.toFixed(3) });
  }

  /** Returns the function for the shift of moving nodes, or undefined at rest. */
  #moved(now) {
    if (!this.moves) return undefined;
    const { from, begin } = this.moves;
    const left = 1 - Math.min(1, (now - begin) / MOVE_MILLIS);
    if (left === 0) {
      this.moves = null;
      return undefined;
    }
    const share = left ** 3;
    return (node) => {
      const shift = from.get(node);
      return shift && { x: shift.x * share, y: shift.y * share };
    };
  }

  /** Draws the whole graph in a corner with the visible part, unless all is visible. */
  #drawMap() {
    const { map, view } = this;
    const { graph, nodes } = this.scene;
    const [w, h] = [this.canvas.clientWidth / view.scale, this.canvas.clientHeight / view.scale];
    const isWhole = view.x <= 4 && view.y <= 4 && view.x + w >= graph.width - 4 && view.y + h >= graph.height - 4;
    map.hidden = isWhole;
    if (isWhole) return;
    const scale = Math.min(MAP_WIDTH / graph.width, MAP_HEIGHT / graph.height);
    const context = map.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.mapped?.scene !== this.scene || this.mapped.look !== this.look) {
      const picture = el('canvas', { width: MAP_WIDTH, height: MAP_HEIGHT });
      const drawn = picture.getContext('2d');
      drawn.scale(scale, scale);
      for (const node of nodes) {
        drawn.fillStyle = node.root ? this.look.palette.accent : node.change ? fill(node, this.look.palette) : this.look.palette.control;
        drawn.fillRect(node.x, node.y, Math.max(node.width, 1.5 / scale), Math.max(node.height, 1.5 / scale));
      }
      this.mapped = { scene: this.scene, look: this.look, picture, scale };
    }
    context.fillStyle = this.look.palette.paper;
    context.fillRect(0, 0, MAP_WIDTH, MAP_HEIGHT);
    context.drawImage(this.mapped.picture, 0, 0);
    context.strokeStyle = this.look.palette.accent;
    context.lineWidth = 2;
    context.strokeRect(view.x * scale, view.y * scale, w * scale, h * scale);
  }

  #bindMap() {
    const go = (event) => {
      if (event.buttons === 0 || !this.mapped) return;
      this.view.x = event.offsetX / this.mapped.scale - this.canvas.clientWidth / 2 / this.view.scale;
      this.view.y = event.offsetY / this.mapped.scale - this.canvas.clientHeight / 2 / this.view.scale;
      this.isFitted = this.isAtBegin = false;
      this.draw(false);
    };
    this.map.addEventListener('pointerdown', go);
    this.map.addEventListener('pointermove', go);
  }

  zoom(factor, px = this.canvas.clientWidth / 2, py = this.canvas.clientHeight / 2) {
    const { view } = this;
    const scale = Math.min(MAX_SCALE, Math.max(0.02, view.scale * factor));
    view.x += px / view.scale - px / scale;
    view.y += py / view.scale - py / scale;
    view.scale = scale;
    this.isFitted = this.isAtBegin = false;
    this.draw(false);
  }

  #bind() {
    const element = this.canvas;
    let from = null;
    element.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, y: event.clientY, left: this.view.x, top: this.view.y, isDrag: false };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      if (from === null) {
        const node = this.#under(event);
        element.title = node ? node.tip ?? '' : '';
        return;
      }
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      from.isDrag ||= Math.abs(dx) + Math.abs(dy) > 4;
      if (!from.isDrag) return;
      this.isFitted = this.isAtBegin = false;
      this.view.x = from.left - dx / this.view.scale;
      this.view.y = from.top - dy / this.view.scale;
      this.draw(false);
    });
    element.addEventListener('pointerup', (event) => {
      const isClick = from !== null && !from.isDrag;
      from = null;
      if (!isClick) return;
      const node = this.#under(event);
      if (node && this.#isOnButton(node, event)) this.on.press(node);
      else this.on.choose(node, event.shiftKey || event.ctrlKey || event.metaKey, true);
    });
    element.addEventListener('pointercancel', () => (from = null));
    element.addEventListener('dblclick', (event) => {
      const node = this.#under(event);
      if (node) this.on.open(node);
    });
    element.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    element.addEventListener('keydown', (event) => this.#key(event));
  }

  #under(event) {
    if (this.scene === null) return null;
    const place = this.canvas.getBoundingClientRect();
    const x = this.view.x + (event.clientX - place.left) / this.view.scale;
    const y = this.view.y + (event.clientY - place.top) / this.view.scale;
    return this.scene.nodes[this.scene.at(x, y)] ?? null;
  }

  #isOnButton(node, event) {
    const x = this.view.x + (event.clientX - this.canvas.getBoundingClientRect().left) / this.view.scale;
    return (node.expandable || node.collapsible) && x > node.x + node.width - 30;
  }

  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const [first] = this.chosen;
    if (step && this.scene?.nodes.length > 0) {
      const next = first === undefined ? Math.max(0, this.scene.nodes.findIndex((n) => n.root)) : this.scene.next(first, ...step);
      if (next >= 0) this.on.choose(this.scene.nodes[next], event.shiftKey, false);
    } else if (event.key === 'Enter' && first !== undefined) this.on.decide(this.scene.nodes[first]);
    else if (event.key === 'Escape') this.on.choose(null, false, true);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.fit();
    else if (event.key === 'z') this.zoomToChosen();
    else return;
    event.preventDefault();
  }
}

/** Moves the begin of a visible part so that it shows as much of a length as fits. */
function within(begin, length, visible) {
  return visible >= length ? (length - visible) / 2 : Math.min(Math.max(begin, 0), length - visible);
}
