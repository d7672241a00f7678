// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Checks layouts of random graphs, with and without cycles. */
final class LayoutProperties {
  private static List<Box> boxes(Random random, int count) {
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boxes.add(new Box(20 + random.nextInt(200), 10 + random.nextInt(30), random.nextInt(count)));
    }
    return boxes;
  }

  private static List<Link> links(Random random, int boxes, int count, boolean isAcyclic) {
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int one = random.nextInt(boxes);
      int other = random.nextInt(boxes);
      boolean swaps = isAcyclic && one > other;
      links.add(new Link(swaps ? other : one, swaps ? one : other, random.nextInt(count)));
    }
    return links;
  }

  @Property(tries = 200)
  void drawsLinksToTheRightExceptThoseThatCloseACycle(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(max = 150) int linkCount,
      @ForAll boolean isAcyclic) {
    Random random = new Random(seed);
    List<Box> boxes = boxes(random, count);
    List<Link> links = links(random, count, linkCount, isAcyclic);
    Layout layout = Layout.of(boxes, links);
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      if (link.from() == link.to()) {
        assertThat(layout.points(i)).isEmpty();
      } else if (layout.isReversed(i)) {
        assertThat(isAcyclic).isFalse();
        assertThat(reaches(links, link.to(), link.from())).isTrue();
        assertThat(layout.x(link.to()) + boxes.get(link.to()).width())
            .isLessThan(layout.x(link.from()));
      } else {
        assertThat(layout.x(link.from()) + boxes.get(link.from()).width())
            .isLessThan(layout.x(link.to()));
      }
    }
  }

  private static boolean reaches(List<Link> links, int from, int to) {
    BitSet found = new BitSet();
    found.set(from);
    int before = 0;
    while (found.cardinality() > before) {
      before = found.cardinality();
      links.stream().filter(each -> found.get(each.from())).forEach(each -> found.set(each.to()));
    }
    return found.get(to);
  }

  @Property(tries = 200)
  void placesBoxesInsideTheDrawingWithoutOverlap(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(max = 150) int linkCount) {
    Random random = new Random(seed);
    List<Box> boxes = boxes(random, count);
    Layout layout = Layout.of(boxes, links(random, count, linkCount, false));
    for (int i = 0; i < count; i++) {
      assertThat(layout.x(i)).isNotNegative();
      assertThat(layout.y(i)).isNotNegative();
      assertThat(layout.x(i) + boxes.get(i).width()).isLessThan(layout.width());
      assertThat(layout.y(i) + boxes.get(i).height()).isLessThan(layout.height());
      for (int j = 0; j < i; j++) {
        boolean isBeside =
            layout.x(i) + boxes.get(i).width() < layout.x(j)
                || layout.x(j) + boxes.get(j).width() < layout.x(i);
        boolean isAbove =
            layout.y(i) + boxes.get(i).height() < layout.y(j)
                || layout.y(j) + boxes.get(j).height() < layout.y(i);
        assertThat(isBeside || isAbove).as("boxes %d and %d are apart", i, j).isTrue();
      }
    }
  }

  @Property(tries = 200)
  void connectsEndsByLinesThatCrossNoBox(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(max = 150) int linkCount) {
    Random random = new Random(seed);
    List<Box> boxes = boxes(random, count);
    List<Link> links = links(random, count, linkCount, true);
    Layout layout = Layout.of(boxes, links);
    for (int i = 0; i < links.size(); i++) {
      int[] points = layout.points(i);
      if (points.length > 0) {
        Link link = links.get(i);
        int end = points.length - 2;
        assertThat(points[0]).isEqualTo(layout.x(link.from()) + boxes.get(link.from()).width());
        assertThat(points[end]).isEqualTo(layout.x(link.to()));
        for (int j = 0; j < end; j += 2) {
          assertThat(points[j]).isLessThan(points[j + 2]);
          assertCrossesNoBox(layout, boxes, points, j);
        }
      }
    }
  }

  /**
   * Checks the horizontal parts of links. Sloping parts lie between columns, so they cannot cross a
   * box.
   */
  private static void assertCrossesNoBox(Layout layout, List<Box> boxes, int[] points, int part) {
    for (int box = 0; box < boxes.size(); box++) {
      int left = layout.x(box);
      int right = left + boxes.get(box).width();
      int top = layout.y(box);
      int bottom = top + boxes.get(box).height();
      boolean isWithin = points[part] < right && points[part + 2] > left;
      int y = points[part + 1];
      assertThat(isWithin && (y != points[part + 3] || (y >= top && y <= bottom))).isFalse();
    }
  }

  @Property(tries = 50)
  void computesTheSameLayoutForTheSameGraph(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll boolean isAcyclic) {
    Random random = new Random(seed);
    List<Box> boxes = boxes(random, count);
    List<Link> links = links(random, count, 2 * count, isAcyclic);
    Layout one = Layout.of(boxes, links);
    Layout other = Layout.of(List.copyOf(boxes), List.copyOf(links));
    for (int i = 0; i < count; i++) {
      assertThat(one.x(i)).isEqualTo(other.x(i));
      assertThat(one.y(i)).isEqualTo(other.y(i));
    }
    for (int i = 0; i < links.size(); i++) {
      assertThat(one.points(i)).isEqualTo(other.points(i));
    }
  }
}
