// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.Arrays;

/**
 * Strongly connected components of a directed graph by Tarjan's algorithm (SIAM J. Comput. 1(2),
 * 1972). Iterative, so that long chains do not exhaust the stack. Linear in vertices and edges.
 */
final class Components {
  private final Adjacency graph;
  private final int[] order;
  private final int[] low;
  private final int[] next;
  private final int[] component;
  private final int[] path;
  private final int[] open;
  private int pathSize;
  private int openSize;
  private int visited;
  private int count;

  Components(Adjacency graph) {
    int size = graph.size();
    this.graph = graph;
    order = new int[size];
    low = new int[size];
    next = new int[size];
    component = new int[size];
    path = new int[size];
    open = new int[size];
    Arrays.fill(component, -1);
    for (int v = 0; v < size; v++) {
      if (order[v] == 0) {
        explore(v);
      }
    }
  }

  int count() {
    return count;
  }

  int of(int vertex) {
    return component[vertex];
  }

  private void enter(int v) {
    order[v] = ++visited;
    low[v] = visited;
    next[v] = graph.from(v);
    path[pathSize++] = v;
    open[openSize++] = v;
  }

  private void explore(int root) {
    enter(root);
    while (pathSize > 0) {
      int v = path[pathSize - 1];
      if (next[v] < graph.to(v)) {
        visit(v, graph.target(next[v]++));
      } else {
        leave(v);
      }
    }
  }

  private void visit(int v, int w) {
    if (order[w] == 0) {
      enter(w);
    } else if (component[w] < 0) {
      low[v] = Math.min(low[v], order[w]);
    }
  }

  private void leave(int v) {
    pathSize--;
    if (pathSize > 0) {
      int parent = path[pathSize - 1];
      low[parent] = Math.min(low[parent], low[v]);
    }
    if (low[v] == order[v]) {
      int w;
      do {
        w = open[--openSize];
        component[w] = count;
      } while (w != v);
      count++;
    }
  }
}
