// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LayoutTest {
  private final List<Box> boxes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  private int box(long lsn) {
    boxes.add(new Box(150, 24, lsn));
    return boxes.size() - 1;
  }

  private void link(int from, int to) {
    links.add(new Link(from, to, boxes.get(to).lsn()));
  }

  /** Adds a build: a compiler for each of 100 sources, and a linker; 302 boxes in four layers. */
  private void build() {
    int linker = box(1000);
    link(linker, box(1001));
    for (int i = 0; i < 100; i++) {
      int compiler = box(10 * i + 1);
      int object = box(10 * i + 2);
      link(box(10 * i), compiler);
      link(compiler, object);
      link(object, linker);
    }
  }

  @Test
  void fitsAWideFanIntoAWindowOfThreeToTwo() {
    build();
    Layout layout = Layout.of(boxes, links);
    double aspect = layout.width() / (double) layout.height();
    assertThat(aspect).isBetween(1.0, 2.2);
    assertThat(layout.width()).isLessThan(3_000);
  }

  @Test
  void drawsParallelChainsWithoutCrossings() {
    for (int i = 0; i < 5; i++) {
      int first = box(i);
      int second = box(10 + (i * 3) % 5);
      link(first, second);
      link(second, box(20 + (i * 2) % 5));
    }
    assertThat(Layout.of(boxes, links).crossings()).isZero();
  }

  @Test
  void countsTheOnlyCrossingOfAGrid() {
    int[] left = {box(0), box(1)};
    int[] right = {box(2), box(3)};
    for (int from : left) {
      for (int to : right) {
        link(from, to);
      }
    }
    assertThat(Layout.of(boxes, links).crossings()).isEqualTo(1);
  }

  @Test
  void placesUnrelatedBoxesByTime() {
    for (int i = 0; i < 30; i++) {
      box(30 - i);
    }
    Layout layout = Layout.of(boxes, links);
    for (int i = 1; i < 30; i++) {
      assertThat(layout.x(i)).isLessThanOrEqualTo(layout.x(i - 1));
    }
    assertThat(layout.x(29)).isLessThan(layout.x(0));
  }

  @Test
  void drawsNothingInAnEmptyGraph() {
    Layout layout = Layout.of(boxes, links);
    assertThat(layout.width()).isEqualTo(2 * Layout.MARGIN);
    assertThat(layout.height()).isEqualTo(2 * Layout.MARGIN);
  }

  @Test
  void drawsLongestLinksStraightBeyondTheLimitOfBends() {
    int before = box(0);
    List<Integer> chain = new ArrayList<>(List.of(before));
    for (int i = 1; i < 700; i++) {
      chain.add(box(i));
      link(chain.get(i - 1), chain.get(i));
      link(chain.get(i - 1), chain.get(Math.min(i + 300, chain.size() - 1)));
    }
    int last = box(701);
    chain.forEach(each -> link(each, last));
    Layout layout = Layout.of(boxes, links);
    int[] longest = layout.points(links.size() - 700);
    int[] shorter = layout.points(links.size() - 20);
    assertThat(longest).hasSize(4);
    assertThat(shorter.length).isGreaterThan(4);
  }
}
