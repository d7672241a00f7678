package org.colophon.service.http;

import org.colophon.core.error.ColophonException;

/** Hears of every answered request. Any thread. */
public interface RequestObserver {
  /**
   * A request was answered.
   *
   * @param route the route's path, {@code none} if there was none
   */
  void answered(String method, String route, int status, long nanos);

  /** An answer ended with a failure, which may have begun with status 200. */
  void failed(String method, String route, ColophonException failure);
}
