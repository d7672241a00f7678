// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.health;

import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.part.ServicePart;

/**
 * Health of the service. Any thread.
 *
 * @param state the state as one word; {@code running} if the service is ready
 */
public record Health(
    Supplier<String> state,
    Kernel kernel,
    StoreWatch watch,
    CorruptionLog corruption,
    List<ServicePart> parts) {
  /**
   * Returns the reason why recording has to stop; usually empty. Does not include kernel failures.
   */
  public String trouble() {
    return watch.trouble();
  }

  /** Returns whether damage was found in stored data, so that some queries fail. */
  public boolean isDegraded() {
    return corruption.count() > 0 || !kernel.losses().isEmpty();
  }

  public List<String> warnings() {
    return parts.stream().flatMap(each -> each.warnings().stream()).toList();
  }
}
