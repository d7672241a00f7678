package org.colophon.service.audit;

import java.util.Map;

/**
 * A call that changes what the service does.
 *
 * @param action one word or two, such as {@code attach}
 * @param details what it names; never the value of an option, a statement or a token
 */
public record ControlCall(String action, Map<String, String> details) {
  public ControlCall {
    details = Map.copyOf(details);
  }
}
