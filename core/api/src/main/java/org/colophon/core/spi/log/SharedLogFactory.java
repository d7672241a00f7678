// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.log;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/** Opens shared logs of one kind, such as topics of Kafka. */
public interface SharedLogFactory extends Plugin {
  /**
   * Prepares a log. Need not connect: a log that cannot be reached fails when it is used.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for wrong options
   */
  SharedLog open(Map<String, String> options);
}
