// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.audit;

import java.util.Map;

/**
 * A call that changes the service.
 *
 * @param action name of the action, such as {@code attach}
 * @param details details of the call, without values of options, statements and tokens
 */
public record ControlCall(String action, Map<String, String> details) {
  public ControlCall {
    details = Map.copyOf(details);
  }
}
