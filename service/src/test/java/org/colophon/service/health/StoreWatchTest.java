// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreWatchTest {
  @TempDir Path store;

  private final AtomicLong wallMillis = new AtomicLong(1_000_000_000L);
  private final AtomicLong nanos = new AtomicLong(77);
  private StoreWatch watch;

  @BeforeEach
  void makeStore() throws IOException {
    Files.createFile(store.resolve("lock"));
    watch = new StoreWatch(store, wallMillis::get, nanos::get);
  }

  private void pass(long byClockMillis, long reallyMillis) {
    wallMillis.addAndGet(byClockMillis);
    nanos.addAndGet(reallyMillis * 1_000_000);
    watch.tick();
  }

  @Test
  void reportsNothingWhileTimePasses() {
    pass(1000, 1000);
    pass(10_500, 10_000);
    pass(3_600_000, 1000);
    assertThat(watch.warnings()).noneMatch(each -> each.contains("clock"));
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void reportsBackwardStepOfClock() {
    pass(-59_000, 1000);
    assertThat(watch.warnings()).anyMatch(each -> each.contains("stepped back by 60 s"));
    pass(1000, 1000);
    assertThat(watch.warnings()).anyMatch(each -> each.contains("stepped back by 60 s"));
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void detectsDeletedOrReplacedStore() throws IOException {
    Path other = Files.createFile(store.resolve("other"));
    Files.move(other, store.resolve("lock"), StandardCopyOption.REPLACE_EXISTING);
    pass(1000, 1000);
    assertThat(watch.trouble()).contains("deleted or replaced", store.toString());
    Files.delete(store.resolve("lock"));
    pass(1000, 1000);
    assertThat(watch.trouble()).contains("deleted or replaced");
  }
}
