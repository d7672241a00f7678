// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import org.colophon.service.metrics.ServiceMetrics;
import org.junit.jupiter.api.Test;

final class ServiceMetricsTest {
  /** Far more collections of the whole heap than a weak reference needs. */
  private static final int COLLECTIONS = 20;

  /** Returns a part of a service whose metrics are not used any more. */
  private static WeakReference<Object> measuredPart() throws IOException {
    Object part = new Object();
    ServiceMetrics metrics = new ServiceMetrics((place, failure) -> {});
    metrics.gauge("part", "Number of parts", () -> part.equals(part) ? 1 : 0);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    metrics.write(text);
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("\npart 1.0\n", "\njvm_threads_");
    return new WeakReference<>(part);
  }

  @Test
  void releasesPartsOfServiceThatHasEnded() throws IOException {
    WeakReference<Object> part = measuredPart();

    for (int i = 0; i < COLLECTIONS && part.get() != null; i++) {
      System.gc();
    }

    assertThat(part.get()).isNull();
  }
}
