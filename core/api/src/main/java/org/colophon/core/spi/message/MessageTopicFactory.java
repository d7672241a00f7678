// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.message;

import java.util.Map;
import org.colophon.core.plugin.Plugin;

/** Opens topics of one kind of broker, such as Kafka. */
public interface MessageTopicFactory extends Plugin {
  /**
   * Prepares a topic. Does not connect.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for wrong options
   */
  MessageTopic open(Map<String, String> options);
}
