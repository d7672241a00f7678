// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.config.CatchUpMark;
import org.colophon.core.error.ColophonException;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Runs a service in this process. SIGTERM and SIGINT stop it; SIGHUP reloads its configuration.
 * Signals that arrive during the start take effect after it.
 */
public final class ServiceRunner {
  private static final Logger LOG = System.getLogger(ServiceRunner.class.getName());

  private final @Nullable Supplier<ServiceConfig> source;
  private final ServiceManager manager;
  private final Path seenStores;
  private final CompletableFuture<Service> started = new CompletableFuture<>();

  /**
   * Constructs a runner.
   *
   * @param source reads the configuration again; null without a file
   * @param seenStores directory that records the newest LSN of each store; null for none
   */
  public ServiceRunner(
      @Nullable Supplier<ServiceConfig> source, ServiceManager manager, Path seenStores) {
    this.source = source;
    this.manager = manager;
    this.seenStores = seenStores;
  }

  /**
   * Runs a service until it has stopped or failed.
   *
   * @return an {@link ExitCode}
   */
  int run(ServiceConfig config) {
    Deque<Runnable> undo = new ArrayDeque<>();
    undo.push(on("INT", this::stop));
    undo.push(on("TERM", this::stop));
    undo.push(on("HUP", this::reload));
    try {
      LOG.log(Level.INFO, "process {0} starts", "" + ProcessHandle.current().pid());
      Service service = start(config);
      manager.ready(service::isRecording);
      started.complete(service);
      await(service);
      return stop(service) ? ExitCode.FOUND : ExitCode.TROUBLE;
    } finally {
      undo.forEach(Runnable::run);
    }
  }

  /** Starts a service. Waits some seconds for a command that only brings an adapter up to date. */
  private Service start(ServiceConfig config) {
    return CatchUpMark.patiently(
        config.store(),
        () -> Service.start(config, seenStores),
        remark -> LOG.log(Level.INFO, "{0}", remark));
  }

  /** Installs a signal handler. Returns an action that removes it. */
  private Runnable on(String signal, Consumer<Service> action) {
    Object before =
        Signals.register(
            signal,
            () -> {
              LOG.log(Level.INFO, "got SIG{0}", signal);
              var unused = started.thenAccept(action);
            });
    return () -> Signals.unregister(signal, before);
  }

  private boolean stop(Service service) {
    manager.stopping();
    return service.stop();
  }

  private static void await(Service service) {
    try {
      service.awaitStopped();
    } catch (InterruptedException e) {
      LOG.log(Level.INFO, "interrupted"); // the service ends as after a signal
    }
  }

  /**
   * Reloads the configuration. Each signal has its own thread, so reloads are serialized: the
   * newest configuration must win.
   */
  public synchronized void reload(Service service) {
    if (source == null) {
      LOG.log(Level.INFO, "reload ignored: the service has no configuration file");
      return;
    }
    manager.reloading();
    try {
      service.reloadFrom(source);
    } catch (ColophonException e) {
      LOG.log(Level.ERROR, "the configuration is unchanged: " + e.getMessage());
    } catch (RuntimeException | Error e) { // nobody else logs on the thread of a signal
      LOG.log(Level.ERROR, "the configuration is unchanged, as reading it failed", e);
    }
    manager.reloaded();
  }
}
