// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import org.colophon.core.error.ColophonException;

/** Observer of answered requests. Any thread. */
public interface RequestObserver {
  /** Observer that ignores all requests. */
  RequestObserver NONE =
      new RequestObserver() {
        @Override
        public void answered(String method, String route, int statusCode, long nanos) {}

        @Override
        public void failed(String method, String route, ColophonException failure) {}
      };

  /**
   * Counts an answered request.
   *
   * @param route path of the route, or {@code none}
   */
  void answered(String method, String route, int statusCode, long nanos);

  /** Counts a failure, including one after status 200. */
  void failed(String method, String route, ColophonException failure);
}
