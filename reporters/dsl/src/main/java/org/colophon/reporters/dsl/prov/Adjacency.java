// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.Arrays;

/** A directed graph in arrays, sorted by source. */
final class Adjacency {
  private int[] sources = new int[64];
  private int[] targets = new int[64];
  private int edges;
  private int size;
  private int[] offsets = {};
  private int[] sorted = {};

  Adjacency(int vertices) {
    size = vertices;
  }

  int addVertex() {
    return size++;
  }

  void addEdge(int source, int target) {
    if (edges == sources.length) {
      sources = Arrays.copyOf(sources, edges * 2);
      targets = Arrays.copyOf(targets, edges * 2);
    }
    sources[edges] = source;
    targets[edges++] = target;
  }

  /** Sorts the edges. Called once before the edges are read. */
  Adjacency sort() {
    offsets = new int[size + 1];
    for (int e = 0; e < edges; e++) {
      offsets[sources[e] + 1]++;
    }
    for (int v = 0; v < size; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] at = Arrays.copyOf(offsets, size);
    sorted = new int[edges];
    for (int e = 0; e < edges; e++) {
      sorted[at[sources[e]]++] = targets[e];
    }
    return this;
  }

  int size() {
    return size;
  }

  /** Returns the index of a vertex's first edge. The index after its last edge is {@code to(v)}. */
  int from(int vertex) {
    return offsets[vertex];
  }

  int to(int vertex) {
    return offsets[vertex + 1];
  }

  int target(int edge) {
    return sorted[edge];
  }
}
