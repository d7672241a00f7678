// SPDX-License-Identifier: Apache-2.0
// Shows a scene on a 2D canvas, with pan, zoom, selection and keys. If drawing is slow, a pan
// shifts the last picture.

import { Scene, colours, paint } from '/ui/scene.js';
import { el } from '/ui/text.js';

const SLOW_MILLIS = 8;
const REST_MILLIS = 120;
const MAX_SCALE = 4;
const READABLE = 0.6;
const MARGIN = 20;

export class GraphCanvas {
  /** Calls {@code on.choose(node, isMore)} and {@code on.open(node)}. */
  constructor(label, on) {
    this.on = on;
    this.element = el('canvas', { className: 'graph', tabIndex: 0, role: 'application', 'aria-label': label });
    this.context = this.element.getContext('2d', { alpha: false });
    this.picture = document.createElement('canvas');
    this.scene = null;
    this.chosen = new Set();
    this.view = { x: 0, y: 0, scale: 1 };
    this.drawn = null;
    this.frame = 0;
    this.lastMillis = 0;
    this.isFitted = false;
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(this.element);
    this.onTheme = () => this.draw(true);
    addEventListener('theme', this.onTheme);
    this.#bind();
  }

  close() {
    this.sizes.disconnect();
    removeEventListener('theme', this.onTheme);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  /**
   * Shows a graph. If both graphs have the anchor node, preserves its position. Otherwise calls
   * begin().
   */
  show(graph, anchor) {
    const before = this.scene?.nodes[this.scene.index.get(anchor)];
    this.scene = new Scene(graph);
    const after = this.scene.nodes[this.scene.index.get(anchor)];
    this.chosen.clear();
    if (before && after) {
      this.view.x += after.x - before.x;
      this.view.y += after.y - before.y;
    } else {
      this.begin();
    }
    this.draw(true);
  }

  /**
   * Shows the whole graph if it is readable. Otherwise shows the first root and its surroundings.
   */
  begin() {
    this.fit();
    const root = this.scene.nodes.find((node) => node.root) ?? this.scene.nodes[0];
    if (this.view.scale >= READABLE || !root) return;
    this.view.scale = READABLE;
    this.#centre(root);
    const beyond = this.view.x + this.element.clientWidth / this.view.scale - this.scene.graph.width - MARGIN;
    this.view.x = Math.max(-MARGIN, this.view.x - Math.max(0, beyond));
  }

  #centre(node) {
    const { clientWidth: w, clientHeight: h } = this.element;
    this.view.x = node.x + node.width / 2 - w / 2 / this.view.scale;
    this.view.y = node.y + node.height / 2 - h / 2 / this.view.scale;
    this.isFitted = false;
  }

  fit() {
    this.isFitted = true;
    const { width, height } = this.scene.graph;
    const w = this.element.clientWidth || 800;
    const h = this.element.clientHeight || 500;
    const scale = Math.min(1, (w - 20) / Math.max(1, width), (h - 20) / Math.max(1, height));
    this.view = { scale: Math.max(scale, 0.02), x: 0, y: 0 };
    this.view.x = width / 2 - w / 2 / this.view.scale;
    this.view.y = height / 2 - h / 2 / this.view.scale;
    this.draw(true);
  }

  choose(ids, isCentred) {
    this.chosen = new Set(ids.map((id) => this.scene.index.get(id)).filter((i) => i !== undefined));
    const [first] = this.chosen;
    if (isCentred && first !== undefined) this.#reveal(this.scene.nodes[first]);
    this.draw(true);
  }

  #reveal(node) {
    const { clientWidth: w, clientHeight: h } = this.element;
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
    if (this.isFitted) this.fit();
    cancelAnimationFrame(this.frame);
    this.drawn = null;
    this.#frame();
  }

  #frame() {
    this.frame = 0;
    if (this.scene === null || this.element.clientWidth === 0) return;
    const drawn = this.drawn;
    const mayShift = drawn !== null && this.lastMillis > SLOW_MILLIS && drawn.scale === this.view.scale;
    if (!mayShift) {
      this.#render();
      return;
    }
    const ratio = this.view.scale * devicePixelRatio;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.fillStyle = this.palette.paper;
    this.context.fillRect(0, 0, this.element.width, this.element.height);
    this.context.drawImage(this.picture, Math.round((drawn.x - this.view.x) * ratio), Math.round((drawn.y - this.view.y) * ratio));
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.draw(true), REST_MILLIS);
  }

  #render() {
    const begin = performance.now();
    const { element, context, view } = this;
    const width = Math.round(element.clientWidth * devicePixelRatio);
    const height = Math.round(element.clientHeight * devicePixelRatio);
    if (element.width !== width || element.height !== height) {
      element.width = this.picture.width = width;
      element.height = this.picture.height = height;
    }
    this.palette = colours();
    const ratio = view.scale * devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.palette.paper;
    context.fillRect(0, 0, width, height);
    context.setTransform(ratio, 0, 0, ratio, -view.x * ratio, -view.y * ratio);
    const part = this.scene.within(view.x, view.y, view.x + width / ratio, view.y + height / ratio);
    paint(context, this.scene, part, view.scale, this.chosen, this.palette);
    this.lastMillis = performance.now() - begin;
    if (this.lastMillis > SLOW_MILLIS) this.picture.getContext('2d', { alpha: false }).drawImage(element, 0, 0);
    this.drawn = { ...view };
    Object.assign(element.dataset, { nodes: this.scene.nodes.length, edges: this.scene.edges.length });
  }

  zoom(factor, px = this.element.clientWidth / 2, py = this.element.clientHeight / 2) {
    const { view } = this;
    const scale = Math.min(MAX_SCALE, Math.max(0.02, view.scale * factor));
    view.x += px / view.scale - px / scale;
    view.y += py / view.scale - py / scale;
    view.scale = scale;
    this.isFitted = false;
    this.draw(false);
  }

  #bind() {
    const { element } = this;
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
      this.isFitted = false;
      this.view.x = from.left - dx / this.view.scale;
      this.view.y = from.top - dy / this.view.scale;
      this.draw(false);
    });
    element.addEventListener('pointerup', (event) => {
      const isClick = from !== null && !from.isDrag;
      from = null;
      if (!isClick) return;
      const node = this.#under(event);
      if (node && this.#isOnPlus(node, event)) this.on.open(node);
      else this.on.choose(node, event.shiftKey || event.ctrlKey || event.metaKey);
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
    const place = this.element.getBoundingClientRect();
    const x = this.view.x + (event.clientX - place.left) / this.view.scale;
    const y = this.view.y + (event.clientY - place.top) / this.view.scale;
    return this.scene.nodes[this.scene.at(x, y)] ?? null;
  }

  #isOnPlus(node, event) {
    const x = this.view.x + (event.clientX - this.element.getBoundingClientRect().left) / this.view.scale;
    return node.expandable && x > node.x + node.width - 18;
  }

  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const [first] = this.chosen;
    if (step && this.scene?.nodes.length > 0) {
      const next = first === undefined ? Math.max(0, this.scene.nodes.findIndex((n) => n.root)) : this.scene.next(first, ...step);
      if (next >= 0) this.on.choose(this.scene.nodes[next], event.shiftKey);
    } else if (event.key === 'Enter' && first !== undefined) this.on.open(this.scene.nodes[first]);
    else if (event.key === 'Escape') this.on.choose(null, false);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }
}
