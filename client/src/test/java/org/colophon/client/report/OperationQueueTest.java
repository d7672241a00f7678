// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Tests the queue between the callers and the sender of a sink. */
class OperationQueueTest {
  private final OperationQueue queue = new OperationQueue(8, 1 << 20);

  private void put() {
    synchronized (queue) {
      queue.next(RemoteOperation.Call.EXIT, 10, 0);
    }
  }

  @Test
  void reportsFailureBeforeGapOfRefusal() {
    put();
    long last = queue.flush();
    queue.acknowledge(last, 1);
    assertThatCode(() -> queue.awaitAcknowledged(last)).doesNotThrowAnyException();
    queue.fail(new ColophonException(ErrorCode.IO_FAILED, "the service is gone"));
    queue.close();

    assertThat(queue.refused()).isEqualTo(1);
    assertThatThrownBy(queue::requireEmpty)
        .isInstanceOf(ColophonException.class)
        .hasMessage("the service is gone");
  }

  @Test
  void isEmptyWhenAllOperationsWereAcknowledgedBeforeFailure() {
    put();
    queue.acknowledge(queue.flush(), 0);
    queue.fail(new ColophonException(ErrorCode.IO_FAILED, "the service is gone"));

    assertThatCode(queue::requireEmpty).doesNotThrowAnyException();
  }
}
