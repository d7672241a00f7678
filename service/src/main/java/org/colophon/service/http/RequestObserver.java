package org.colophon.service.http;

/** Hears of every answered request. Any thread. */
@FunctionalInterface
public interface RequestObserver {
  /**
   * A request was answered.
   *
   * @param route the route's path, {@code none} if there was none
   */
  void answered(String method, String route, int status, long nanos);
}
