// SPDX-License-Identifier: Apache-2.0
// Sends requests to the page's server, and describes failures to users.

/** A failure with a message for the user. */
export class Failure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

let server = {};

/** Stores the id of the server run to which this page belongs, and whether it is a service. */
export async function begin() {
  server = await (await reach('/v1/explorer')).json();
}

/** Returns true if the server is a service, which may record now. */
export const isService = () => server.service === true;

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Failure(
      'gone',
      'The server does not answer: it was stopped or restarted. Run “colophon ui” and open its new link.',
    );
  }
}

async function refusal(response) {
  let problem = {};
  try {
    problem = await response.json();
  } catch (e) {
    problem = { detail: `${response.status} ${response.statusText}` };
  }
  const detail = problem.detail ?? `status ${response.status}`;
  if (response.status === 401) return expired();
  if (problem.code === 'LIMIT_REACHED') {
    return new Failure('limit', `The answer is over a limit: ${detail}. Ask for less: another target, or an earlier time.`);
  }
  if (response.status === 404) return new Failure('missing', `Nothing found: ${detail}`);
  if (response.status === 503) return new Failure('busy', `The server is busy: ${detail}. Try again.`);
  return new Failure('refused', detail);
}

async function expired() {
  const now = (await (await reach('/v1/explorer')).json()).instance;
  return server.instance !== undefined && now !== server.instance
    ? new Failure('restarted', 'The service was restarted, which ended this session. Run “colophon ui” and open its new link.')
    : new Failure('expired', 'There is no session, or it has expired. Run “colophon ui” and open its new link.');
}

/**
 * Returns the query for the given parameters. Omits empty ones, and repeats a parameter for each
 * item of a list.
 */
export function query(parameters) {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '' && each !== false) all.append(name, each);
    }
  }
  const text = all.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a response, or throws a Failure. */
export async function request(path, parameters, signal) {
  const response = await reach(path + query(parameters), { signal, credentials: 'same-origin' });
  if (!response.ok) throw await refusal(response);
  return response;
}

export async function get(path, parameters, signal) {
  return (await request(path, parameters, signal)).json();
}

const EDGE_CHANGES = [undefined, 'left', 'right'];

/**
 * Returns a graph with coordinates. The server omits fields whose value is 0 or the same as
 * another.
 */
export async function getGraph(path, parameters, signal) {
  const graph = await get(path, parameters, signal);
  return {
    ...graph,
    width: graph.width ?? 0,
    height: graph.height ?? 0,
    nodes: graph.nodes.map((node) => ({ x: 0, y: 0, title: node.label, to: node.from, ...node })),
    edges: graph.edges.map(([from, to, kind, times, bytes, ...points], i) =>
      ({ from, to, kind: graph.kinds[kind], count: times, bytes, points, change: EDGE_CHANGES[graph.edgeChanges?.[i] ?? 0] })),
  };
}
