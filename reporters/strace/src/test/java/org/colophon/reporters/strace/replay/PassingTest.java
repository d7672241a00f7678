package org.colophon.reporters.strace.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassingTest {
  private final Passing passing = new Passing();
  private final OpenFile file = OpenFile.nothing(null);

  private Passing.Message send(long object) {
    Passing.Message message = new Passing.Message(object, List.of(file));
    passing.send(message);
    return message;
  }

  @Test
  void shouldHandOverInOrderWhatWasNotTakenBack() {
    send(1);
    Passing.Message failed = send(1);
    OpenFile other = OpenFile.nothing(null);
    passing.send(new Passing.Message(1, List.of(other)));
    passing.takeBack(failed);
    assertThat(passing.receive(1)).containsExactly(file);
    passing.takeBack(failed);
    assertThat(passing.receive(1)).containsExactly(other);
    assertThat(passing.receive(1)).isEmpty();
  }

  @Test
  void shouldForgetTheOldestThatNobodyReceives() {
    for (long object = 1; object <= 2000; object++) {
      send(object);
    }
    assertThat(passing.receive(1)).isEmpty();
    assertThat(passing.receive(2000)).isNotEmpty();
    for (int i = 0; i < 2000; i++) {
      send(5000);
    }
    int received = 0;
    while (!passing.receive(5000).isEmpty()) {
      received++;
    }
    assertThat(received).isBetween(1, 1999);
  }
}
