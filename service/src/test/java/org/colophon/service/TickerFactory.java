// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterFactory;

/** A test reporter. It writes to its path once a millisecond until it is stopped, or fails. */
public final class TickerFactory implements ReporterFactory {
  /** Lock that blocks the reading of reporters' counters while a test holds it. */
  static final ReentrantLock COUNTING = new ReentrantLock();

  /** Lock that blocks the end of stopped reporters while a test holds it. */
  static final ReentrantLock ENDING = new ReentrantLock();

  /** The context class loader of the thread that last created a reporter. */
  static volatile ClassLoader creator;

  @Override
  public String name() {
    return "ticker";
  }

  @Override
  public String description() {
    return "writes once a millisecond";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(
        new PluginOption("name", "what to write to", "/ticker"),
        new PluginOption("fail", "fail at once with this reason", ""),
        new PluginOption("source", "read this source, to its end at once if it is 'empty'", ""),
        new PluginOption(
            "needed", "whether it is needed without recording; unknown fails once", "false"),
        new PluginOption("linger", "go on for so many milliseconds when asked to stop", "0"),
        PluginOption.file("file", "ignored", ""),
        PluginOption.command("run", "ignored", ""),
        PluginOption.secret("key", "ignored"),
        new PluginOption("token-bucket", "ignored, and no secret", ""));
  }

  @Override
  public Reporter create(Map<String, String> options) {
    creator = Thread.currentThread().getContextClassLoader();
    return new Ticker(options);
  }

  private static final class Ticker implements Reporter {
    private final Map<String, String> options;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean wasAsked = new AtomicBoolean();

    Ticker(Map<String, String> options) {
      this.options = options;
    }

    @Override
    public void run(ReporterContext context) {
      if (options.containsKey("fail")) {
        throw new ColophonException(ErrorCode.IO_FAILED, options.get("fail"));
      }
      if (options.containsKey("source")) {
        context.position(options.get("source"));
      }
      if ("empty".equals(options.get("source"))) {
        return;
      }
      OperationSink sink = context.newSink();
      Bytes path = Bytes.of("/ticker/" + options.getOrDefault("name", "x"));
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/ticker"), 0), 0);
      long object = sink.objectAt(path, ObjectKind.FILE, 0);
      try {
        do {
          sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1, 0);
          sink.flush();
        } while (!stopped.await(1, TimeUnit.MILLISECONDS));
        Thread.sleep(Long.parseLong(options.getOrDefault("linger", "0")));
        ENDING.lock();
        ENDING.unlock();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public boolean keepsServingAfterFailure() {
      if ("unknown".equals(options.get("needed")) && !wasAsked.getAndSet(true)) {
        throw new LinkageError("in a test");
      }
      return Boolean.parseBoolean(options.get("needed"));
    }

    @Override
    public Map<String, Long> counters() {
      COUNTING.lock();
      try {
        return Map.of("ticks", 7L);
      } finally {
        COUNTING.unlock();
      }
    }

    @Override
    public void stop() {
      stopped.countDown();
    }
  }
}
