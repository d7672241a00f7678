package org.colophon.service.health;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.reporter.ReporterManager;

/**
 * Health of the service. Any thread.
 *
 * @param state the state as one word; {@code running} if the service is ready
 * @param copies supplies warnings about history copies, hosts and clocks
 */
public record Health(
    Supplier<String> state,
    Kernel kernel,
    ReporterManager reporters,
    StoreWatch watch,
    CorruptionLog corruption,
    Supplier<List<String>> copies) {
  /**
   * Returns the reason why recording has to stop; usually empty. Does not include kernel failures.
   */
  public String trouble() {
    return watch.trouble();
  }

  /** Returns whether damage was found in stored data, so that some queries fail. */
  public boolean isDegraded() {
    return corruption.count() > 0 || !kernel.losses().isEmpty();
  }

  public List<String> warnings() {
    List<String> all = new ArrayList<>(watch.warnings());
    all.addAll(kernel.losses());
    if (corruption.count() > 0) {
      all.add(corruption.warning());
    }
    kernel.status().adapters().stream()
        .filter(each -> each.state() == AdapterState.FAILED)
        .forEach(each -> all.add("adapter " + each.name() + " failed; status gives the reason"));
    kernel
        .feeds()
        .archiveStatus()
        .filter(each -> !each.failure().isEmpty())
        .ifPresent(each -> all.add("nothing is archived: " + each.failure()));
    all.addAll(copies.get());
    kernel.unendedRecordings().forEach(each -> all.add(each.text(ZoneId.systemDefault())));
    reporters
        .failed()
        .forEach(id -> all.add("reporter " + id + " failed; status gives the reason"));
    return all;
  }
}
