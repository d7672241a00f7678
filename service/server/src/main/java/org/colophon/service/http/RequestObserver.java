package org.colophon.service.http;

import org.colophon.core.error.ColophonException;

/** Observer of answered requests. Any thread. */
public interface RequestObserver {
  /**
   * Called when a request was answered.
   *
   * @param route path of the route, or {@code none}
   */
  void answered(String method, String route, int status, long nanos);

  /** Called when an answer ended with a failure, even after status 200. */
  void failed(String method, String route, ColophonException failure);
}
