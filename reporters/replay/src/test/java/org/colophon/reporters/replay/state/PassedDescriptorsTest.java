// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassedDescriptorsTest {
  private final PassedDescriptors passedDescriptors = new PassedDescriptors();
  private final OpenFile file = OpenFile.nothing(null);

  private PassedDescriptors.Message send(long object) {
    PassedDescriptors.Message message = new PassedDescriptors.Message(object, List.of(file));
    passedDescriptors.send(message);
    return message;
  }

  @Test
  void receivesMessagesInOrderExceptCancelledOnes() {
    send(1);
    PassedDescriptors.Message failed = send(1);
    OpenFile other = OpenFile.nothing(null);
    passedDescriptors.send(new PassedDescriptors.Message(1, List.of(other)));
    passedDescriptors.cancel(failed);
    assertThat(passedDescriptors.receive(1)).containsExactly(file);
    passedDescriptors.cancel(failed);
    assertThat(passedDescriptors.receive(1)).containsExactly(other);
    assertThat(passedDescriptors.receive(1)).isEmpty();
  }

  @Test
  void evictsOldestUnreceivedMessage() {
    for (long object = 1; object <= 2000; object++) {
      send(object);
    }
    assertThat(passedDescriptors.receive(1)).isEmpty();
    assertThat(passedDescriptors.receive(2000)).isNotEmpty();
    for (int i = 0; i < 2000; i++) {
      send(5000);
    }
    int received = 0;
    while (!passedDescriptors.receive(5000).isEmpty()) {
      received++;
    }
    assertThat(received).isBetween(1, 1999);
  }
}
