// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.colophon.reporters.common.NotifySocket;
import org.jspecify.annotations.Nullable;

/**
 * Reports the states of a service to systemd, if systemd started it ({@code NOTIFY_SOCKET}). Feeds
 * systemd's watchdog ({@code WATCHDOG_USEC}) while the service records. Any thread.
 */
public final class ServiceManager implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ServiceManager.class.getName());

  private final Map<String, String> environment;
  private final @Nullable NotifySocket socket;
  private @Nullable ScheduledExecutorService watchdog;

  private ServiceManager(Map<String, String> environment, @Nullable NotifySocket socket) {
    this.environment = environment;
    this.socket = socket;
  }

  /**
   * Returns the service manager in the environment. Without one, returns an instance that does
   * nothing.
   */
  public static ServiceManager of(Map<String, String> environment) {
    String name = environment.getOrDefault("NOTIFY_SOCKET", "");
    return new ServiceManager(environment, name.isEmpty() ? null : new NotifySocket(name));
  }

  /**
   * Reports that the service runs. Feeds the watchdog twice per period from then on.
   *
   * @param isHealthy returns whether to feed the watchdog
   */
  public synchronized void ready(BooleanSupplier isHealthy) {
    send("READY=1\nSTATUS=recording");
    long micros = watchdogMicros();
    if (watchdog == null && socket != null && micros > 0) {
      watchdog = Executors.newSingleThreadScheduledExecutor(ServiceManager::thread);
      var unused =
          watchdog.scheduleAtFixedRate(
              () -> feed(isHealthy), 0, Math.max(1, micros / 2), TimeUnit.MICROSECONDS);
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "colophon-watchdog");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the period of the watchdog; 0 without one, or if it watches another process. */
  private long watchdogMicros() {
    String pid = environment.getOrDefault("WATCHDOG_PID", "");
    boolean isOwn = pid.isEmpty() || pid.equals("" + ProcessHandle.current().pid());
    String micros = environment.getOrDefault("WATCHDOG_USEC", "");
    return isOwn && micros.matches("[0-9]{1,18}") ? Long.parseLong(micros) : 0;
  }

  private void feed(BooleanSupplier isHealthy) {
    try {
      send(isHealthy.getAsBoolean() ? "WATCHDOG=1" : "STATUS=not recording; see the log");
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the watchdog is not fed: " + e.getMessage(), e);
    }
  }

  /** Reports that the configuration is being read again. {@link #reloaded} must follow. */
  public void reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=" + System.nanoTime() / 1000);
  }

  /** Reports the end of a reload, regardless of its success. */
  public void reloaded() {
    send("READY=1");
  }

  /** Reports that the service is stopping. */
  public void stopping() {
    send("STOPPING=1\nSTATUS=stopping");
  }

  private void send(String state) {
    if (socket == null) {
      return;
    }
    try {
      socket.send(state);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0}", e.getMessage());
    }
  }

  /** Stops feeding the watchdog. */
  @Override
  public synchronized void close() {
    if (watchdog != null) {
      watchdog.shutdownNow();
    }
  }
}
