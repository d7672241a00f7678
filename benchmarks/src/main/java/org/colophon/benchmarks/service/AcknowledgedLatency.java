package org.colophon.benchmarks.service;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;

/** Measures the time until one operation is acknowledged, on an open connection. */
final class AcknowledgedLatency {
  private final ServedStore served;

  AcknowledgedLatency(ServedStore served) {
    this.served = served;
  }

  /** Returns the sorted times of single operations that are reported one after the other. */
  long[] nanos(int operations) {
    byte[] line = "{\"op\":\"object\",\"kind\":\"other\"}\n".getBytes(StandardCharsets.UTF_8);
    ServiceRequest request =
        ServiceRequest.post("/v1/operations").body("application/x-ndjson", line).build();
    long[] times = new long[operations];
    try (ServiceConnection connection = served.connect()) {
      for (int i = 0; i < operations; i++) {
        long begin = System.nanoTime();
        try (ServiceResponse response = connection.exchange(request)) {
          response.text();
        }
        times[i] = System.nanoTime() - begin;
      }
    }
    Arrays.sort(times);
    return times;
  }
}
