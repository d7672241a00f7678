// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.colophon.service.sink.OperationTap;
import org.jspecify.annotations.Nullable;

/**
 * Attaches, observes and detaches reporters. Any thread. A reporter that has ended stays in the
 * list until it is detached, or until newer reporters replace it.
 */
public final class ReporterManager implements ServicePart {
  private static final Logger LOG = System.getLogger(ReporterManager.class.getName());
  private static final int MAX_RUNNING = 256;
  private static final int MAX_ENDED = 64;

  private final Kernel kernel;
  private final ServiceConfig config;
  private final OperationTap tap;
  private volatile OptionGuard guard;
  private final StoredReporters remembered;
  private final PluginLoader<ReporterFactory> plugins = new PluginLoader<>(ReporterFactory.class);
  private final Map<String, AttachedReporter> attached = new LinkedHashMap<>();
  private final Map<String, Integer> lastNumbers = new TreeMap<>();

  /**
   * Reporters to attach again after a restart, by id. Includes those that could not be attached.
   */
  private final Map<String, ReporterSpec> back = new TreeMap<>();

  public ReporterManager(Kernel kernel, ServiceConfig config, OperationTap tap) {
    this.kernel = kernel;
    this.config = config;
    this.tap = tap;
    this.guard = new OptionGuard(config.attach());
    this.remembered = new StoredReporters(config.store());
  }

  /**
   * Attaches the reporters of the configuration and the stored reporters. If one fails, logs the
   * failure and tries again at the next start.
   */
  @Override
  public synchronized void start() {
    back.putAll(remembered.load()); // done first, to reserve their ids
    config.reporters().forEach(spec -> tryStart(null, spec));
    back.forEach(this::tryStart);
  }

  private void tryStart(@Nullable String id, ReporterSpec request) {
    try {
      // Stored requests are checked again, since the configuration may have changed.
      AttachedReporter started =
          id == null
              ? start(newId(request.name()), request, FileOpener.PLAIN)
              : start(id, checked(request), guard.files());
      LOG.log(Level.INFO, "reporter {0} attached", started.id());
    } catch (ColophonException e) {
      LOG.log(
          Level.ERROR, "reporter {0} could not be attached: {1}", request.name(), e.getMessage());
    }
  }

  public void reload(ServiceConfig changed) {
    guard = new OptionGuard(changed.attach());
  }

  public List<ReporterFactory> available() {
    return plugins.all();
  }

  /**
   * Attaches a reporter for a caller.
   *
   * @throws ColophonException NOT_FOUND, BAD_REQUEST; ALREADY_EXISTS if a reporter with that id
   *     runs; NOT_PERMITTED if the configuration forbids its options; LIMIT_REACHED
   */
  public synchronized ReporterStatus attach(ReporterSpec request) {
    long running = attached.values().stream().filter(each -> !isOver(each)).count();
    if (running >= MAX_RUNNING) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "%d reporters run, the maximum: detach one first".formatted(running));
    }
    String id = request.id() == null ? newId(request.name()) : request.id();
    if (attached.containsKey(id) && !isOver(attached.get(id))) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "a reporter with the id '"
              + id
              + "' runs already: choose another id, or detach it first");
    }
    AttachedReporter reporter = start(id, checked(request), guard.files());
    remember(id, reporter.request());
    ReporterStatus attachedStatus = reporter.status();
    LOG.log(Level.INFO, "reporter {0} attached: {1}", reporter.id(), attachedStatus.options());
    return attachedStatus;
  }

  private ReporterSpec checked(ReporterSpec request) {
    return request.withOptions(
        guard.check(request.options(), plugins.get(request.name()).options()));
  }

  private AttachedReporter start(String id, ReporterSpec request, FileOpener files) {
    ReporterFactory factory = plugins.get(request.name());
    Reporter reporter = factory.create(request.options());
    AttachedReporter started =
        new AttachedReporter(
            id,
            request,
            DeclaredOptions.mask(request.options(), factory.options()),
            tap,
            files,
            reporter,
            kernel);
    attached.put(id, started);
    noteNumber(id, request.name());
    dropOldest();
    return started;
  }

  private String newId(String name) {
    int number = lastNumbers.getOrDefault(name, 0) + 1;
    while (isTaken(name + "-" + number)) {
      number++; // a caller uses that id
    }
    return name + "-" + number;
  }

  private boolean isTaken(String id) {
    return attached.containsKey(id) || back.containsKey(id);
  }

  private void noteNumber(String id, String name) {
    String number = id.startsWith(name + "-") ? id.substring(name.length() + 1) : "";
    if (number.matches("[0-9]{1,9}")) {
      lastNumbers.merge(name, Integer.parseInt(number), Math::max);
    }
  }

  private void dropOldest() {
    List<AttachedReporter> over =
        attached.values().stream().filter(ReporterManager::isForgettable).toList();
    over.stream()
        .limit(Math.max(0, over.size() - MAX_ENDED))
        .forEach(each -> attached.remove(each.id()));
  }

  private static boolean isForgettable(AttachedReporter reporter) {
    return isOver(reporter) && !reporter.request().restart();
  }

  private static boolean isOver(AttachedReporter reporter) {
    RunState state = reporter.state();
    return state == RunState.STOPPED || state == RunState.FAILED;
  }

  /** Stores or deletes the last request with an id. */
  private void remember(String id, ReporterSpec request) {
    if (request.restart()) {
      back.put(id, request);
      remembered.save(back);
    } else {
      forget(id);
    }
  }

  private ReporterSpec forget(String id) {
    ReporterSpec forgotten = back.remove(id);
    if (forgotten != null) {
      remembered.save(back);
    }
    return forgotten;
  }

  /** Returns the ids of running reporters that continue to serve without recording. */
  public synchronized List<String> servingWithoutRecording() {
    return attached.values().stream()
        .filter(AttachedReporter::keepsServingAfterFailure)
        .map(AttachedReporter::id)
        .toList();
  }

  @Override
  public synchronized List<String> warnings() {
    return attached.values().stream()
        .filter(each -> each.state() == RunState.FAILED)
        .map(each -> "reporter " + each.id() + " failed; status gives the reason")
        .toList();
  }

  @Override
  public Map<String, Object> status() {
    return Map.of("reporters", list());
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    list().forEach(each -> lines.accept("reporter", text(each)));
  }

  private static String text(ReporterStatus reporter) {
    String reason = reporter.reason().isEmpty() ? "" : ": " + reporter.reason();
    String counters =
        reporter.counters().isEmpty() ? "" : " " + reporter.counters().toString().replace('=', ' ');
    return String.format(
        Locale.ROOT,
        "%s %s%s, %,d operations, %,d refused%s%s",
        reporter.id(),
        AnswerJson.word(reporter.state()),
        tracing(reporter.counters().get("tracesPrograms")),
        reporter.operations(),
        reporter.refused(),
        counters,
        reason);
  }

  /** Returns whether a mount traces its programs, by its counter; empty for other reporters. */
  private static String tracing(@Nullable Long traces) {
    if (traces == null) {
      return "";
    }
    return traces > 0 ? ", traces its programs" : ", programs untraced";
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.counter(
        "colophon_reporter_operations",
        "Operations accepted from it",
        values(ReporterStatus::operations),
        "id",
        "reporter");
    metrics.counter(
        "colophon_reporter_refused",
        "Rejected input",
        values(ReporterStatus::refused),
        "id",
        "reporter");
    metrics.gauge(
        "colophon_reporter_counters",
        "Counters of the reporters themselves",
        values -> list().forEach(each -> addCounters(each, values)),
        "id",
        "reporter",
        "counter");
    metrics.gauge("colophon_reporters", "Reporters in each state", this::countStates, "state");
  }

  private ServiceMetrics.Source values(ToDoubleFunction<ReporterStatus> value) {
    return values ->
        list().forEach(each -> values.add(value.applyAsDouble(each), each.id(), each.name()));
  }

  private static void addCounters(ReporterStatus reporter, ServiceMetrics.Values values) {
    reporter
        .counters()
        .forEach((name, value) -> values.add(value, reporter.id(), reporter.name(), name));
  }

  private void countStates(ServiceMetrics.Values values) {
    List<RunState> states = list().stream().map(ReporterStatus::state).toList();
    for (RunState state : RunState.values()) {
      values.add(Collections.frequency(states, state), AnswerJson.word(state));
    }
  }

  /** Returns all reporters in the order of attachment. */
  public synchronized List<ReporterStatus> list() {
    return attached.values().stream().map(AttachedReporter::status).toList();
  }

  /**
   * Stops a reporter, and waits until its operations are published. The reporter is not attached
   * again after a restart.
   *
   * @param millis maximum wait; if it expires, the reporter is still draining, and stays in the
   *     list
   * @throws ColophonException NOT_FOUND
   */
  public ReporterStatus detach(String id, long millis) {
    AttachedReporter reporter;
    synchronized (this) {
      reporter = attached.get(id);
      if (reporter == null) {
        return forgetLeftOut(id);
      }
    }
    reporter.stop();
    synchronized (this) {
      if (attached.get(id) == reporter) { // another reporter may have the id now
        forget(id); // immediately, even if the reporter ends late
      }
    }
    boolean isOver;
    try {
      isOver = reporter.await(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isOver = false;
    }
    ReporterStatus last = reporter.status();
    synchronized (this) {
      if (isOver) {
        attached.remove(id, reporter);
      }
    }
    LOG.log(Level.INFO, "reporter {0} detached: {1} operations", id, last.operations());
    return last;
  }

  private ReporterStatus forgetLeftOut(String id) {
    ReporterSpec forgotten = forget(id);
    if (forgotten == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no reporter has the id '" + id + "'; attached: " + attached.keySet());
    }
    LOG.log(Level.INFO, "reporter {0}, which could not be attached again, is removed", id);
    return ReporterStatus.leftOut(id, forgotten);
  }

  /** Stops all reporters and waits for all of them, at most half of the time that is left. */
  @Override
  public void stop(long millis) {
    try {
      List<String> late = stopAll(Math.max(1, millis / 2));
      if (!late.isEmpty()) {
        LOG.log(Level.WARNING, "reporters that did not end in time: {0}", late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops all reporters and waits for all of them.
   *
   * @return the reporters that had not ended in time
   */
  public List<String> stopAll(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    List<AttachedReporter> all;
    synchronized (this) {
      all = new ArrayList<>(attached.values());
    }
    all.forEach(AttachedReporter::stop);
    List<String> late = new ArrayList<>();
    for (AttachedReporter each : all) {
      long left = Math.max(0, (deadline - System.nanoTime()) / 1_000_000);
      if (!each.await(left)) {
        late.add(each.id());
      }
    }
    return late;
  }
}
