// SPDX-License-Identifier: Apache-2.0
// Entry point: the view in the address after #, messages, theme, and the keys of all views.

import * as api from '/ui/api.js';
import { shown } from '/ui/text.js';
import { bindSearch, findPage } from '/ui/search.js';
import { startPage } from '/ui/start.js';
import { graphPage } from '/ui/graph.js';
import { comparePage } from '/ui/compare.js';
import { livePage } from '/ui/live.js';
import { runPage } from '/ui/run.js';

const PAGES = { '': startPage, find: findPage, graph: graphPage, compare: comparePage, live: livePage, run: runPage };
const view = document.getElementById('view');
const message = document.getElementById('message');
let leave = null;
let turn = 0;
let working = 0;

/** Shows a failure above the view. */
export function fail(error) {
  if (error.name === 'AbortError') return;
  message.textContent = shown(error.message);
  message.dataset.kind = error.kind ?? 'page';
  message.hidden = false;
  if (!(error instanceof api.Failure)) console.error(error);
}

/** Announces a text to screen readers. */
export function speak(text) {
  document.getElementById('spoken').textContent = shown(text);
}

/** Marks the view as ready after all work is done and the next frame has drawn the results. */
export function busy(work) {
  working++;
  delete view.dataset.ready;
  work.finally(() => requestAnimationFrame(() => {
    if (--working === 0) view.dataset.ready = 'true';
  }));
}

/** Returns the address of a page with parameters. */
export function address(page, parameters) {
  return `#${page}${api.query(parameters)}`;
}

async function open() {
  const mine = ++turn;
  const [page, rest] = location.hash.slice(1).split(/\?(.*)/s);
  leave?.();
  leave = null;
  message.hidden = true;
  view.replaceChildren();
  view.dataset.page = page || 'start';
  document.title = 'Colophon';
  for (const link of document.querySelectorAll('header nav a')) {
    const isCurrent = link.getAttribute('href').slice(1) === (page ?? '');
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  try {
    const left = await (PAGES[page] ?? startPage)(view, new URLSearchParams(rest ?? ''));
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    if (mine === turn) fail(error);
  }
}

function theme() {
  const button = document.getElementById('theme');
  const set = (dark) => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.textContent = dark ? 'Light' : 'Dark';
    button.setAttribute('aria-label', dark ? 'Use light colours' : 'Use dark colours');
    dispatchEvent(new Event('theme'));
  };
  set((localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark');
  button.addEventListener('click', () => {
    const dark = document.documentElement.dataset.theme !== 'dark';
    localStorage.setItem('theme', dark ? 'dark' : 'light');
    set(dark);
  });
}

addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    document.getElementById('query').focus();
  }
});
addEventListener('hashchange', () => busy(open()));
addEventListener('unhandledrejection', (event) => fail(event.reason));
theme();
bindSearch();
busy(api.begin().then(open).catch(fail));
