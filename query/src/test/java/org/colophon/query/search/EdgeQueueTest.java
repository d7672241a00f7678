// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeQueueTest {
  private static List<Long> order(long... ids) {
    EdgeQueue queue = new EdgeQueue();
    for (long id : ids) {
      int row = queue.row();
      queue.cells()[row + EdgeQueue.PRIORITY] = 7;
      queue.cells()[row + EdgeQueue.TIE] = 1;
      queue.cells()[row + EdgeQueue.ID] = id;
      queue.push(row);
    }
    List<Long> popped = new ArrayList<>();
    while (!queue.isEmpty()) {
      popped.add(queue.cells()[queue.pop() + EdgeQueue.ID]);
    }
    return popped;
  }

  @Test
  void ordersEqualRowsDeterministically() {
    assertThat(order(3, 1, 5, 2, 4)).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
    assertThat(order(5, 4, 3, 2, 1)).isEqualTo(order(1, 2, 3, 4, 5));
  }
}
