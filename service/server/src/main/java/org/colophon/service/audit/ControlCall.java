package org.colophon.service.audit;

import java.util.Map;

/**
 * A call that changes the service.
 *
 * @param action such as {@code attach}
 * @param details names, never the value of an option, a statement or a token
 */
public record ControlCall(String action, Map<String, String> details) {
  public ControlCall {
    details = Map.copyOf(details);
  }
}
