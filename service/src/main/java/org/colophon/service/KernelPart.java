// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static java.lang.String.format;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;

/** State, metrics and problems of the kernel with its journal, archive and adapters. */
record KernelPart(Kernel kernel, Path store, long journalBudgetBytes, CorruptionLog corruption)
    implements ServicePart {
  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public void tick() {
    corruption.check("", kernel.status().adapters());
  }

  @Override
  public Map<String, Object> status() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("feedReaders", kernel.feeds().readers());
    kernel.feeds().archiveStatus().ifPresent(each -> fields.put("archive", each));
    return fields;
  }

  @Override
  public List<String> warnings() {
    List<String> all = new ArrayList<>(kernel.losses());
    kernel.status().adapters().stream()
        .filter(each -> each.state() == AdapterState.FAILED)
        .forEach(each -> all.add("adapter " + each.name() + " failed; status gives the reason"));
    kernel
        .feeds()
        .archiveStatus()
        .filter(each -> !each.failure().isEmpty())
        .ifPresent(each -> all.add("nothing is archived: " + each.failure()));
    kernel.unendedRecordings().forEach(each -> all.add(each.text(ZoneId.systemDefault())));
    return all;
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    KernelStatus now = kernel.status();
    String failure = now.failure().isEmpty() ? "" : ": " + now.failure();
    lines.accept("kernel", AnswerJson.word(now.state()) + failure);
    lines.accept(
        "operations",
        format(
            Locale.ROOT,
            "%,d reported = %,d filtered + %,d refused + %,d dropped + %,d accepted",
            now.reported(),
            now.filtered(),
            now.refused(),
            now.dropped(),
            now.accepted()));
    lines.accept(
        "",
        format(
            Locale.ROOT,
            "%,d accepted = %,d queued + %,d failed + %,d suppressed + %,d journaled",
            now.accepted(),
            now.queued(),
            now.failed(),
            now.suppressed(),
            now.journaled()));
    lines.accept("last LSN", now.lastLsn() + ", on disk up to " + now.durableLsn());
    lines.accept("journal", format(Locale.ROOT, "%,d bytes", now.journalBytes()));
    kernel
        .feeds()
        .readers()
        .forEach((name, lsn) -> lines.accept("feed", name + " has everything up to LSN " + lsn));
    kernel
        .feeds()
        .archiveStatus()
        .ifPresent(
            each -> lines.accept("archive", each.directory() + ", up to LSN " + each.lastLsn()));
    if (now.preparedTransactions() > 0) {
      lines.accept(
          "prepared",
          format(
              Locale.ROOT,
              "%,d transactions, the oldest for %,d s; colophon transactions lists them",
              now.preparedTransactions(),
              now.oldestPreparedSeconds()));
    }
    now.adapters().forEach(each -> lines.accept("adapter", text(each)));
  }

  private static String text(AdapterStatus adapter) {
    return format(
        Locale.ROOT,
        "%s %s, %,d stored%s, %,d behind%s",
        adapter.name(),
        AnswerJson.word(adapter.state()),
        adapter.storedOperations(),
        adapter.lostOperations() == 0
            ? ""
            : format(Locale.ROOT, ", %,d lost", adapter.lostOperations()),
        adapter.lagOperations(),
        adapter.failure().isEmpty() ? "" : ": " + adapter.failure());
  }

  @Override
  public void register(ServiceMetrics metrics) {
    new KernelMetrics(kernel, store, metrics).register();
    metrics.gauge(
        "colophon_journal_budget_bytes", "Disk budget of the journal", () -> journalBudgetBytes);
  }
}
