// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.message;

/** A topic that takes messages for other programs. One thread. */
public interface MessageTopic extends AutoCloseable {
  /**
   * Sends a message, and waits until it is stored on as many brokers as configured. Readers get the
   * messages of a key in the order of these calls. After a failure, the message may be stored or
   * not, and may be sent again.
   *
   * @throws org.colophon.core.error.ColophonException BAD_INPUT if the topic refuses this message
   *     each time; IO_FAILED for another reason
   */
  void send(String key, String value);

  @Override
  void close();
}
