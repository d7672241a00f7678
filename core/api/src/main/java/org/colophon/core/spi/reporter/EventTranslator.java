// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.Plugin;

/**
 * Translates events of another system into operations, for requests that bring such events. Found
 * as a service by its name. Stateless; any thread.
 */
public interface EventTranslator extends Plugin {
  /**
   * Reports the operations that an event states. Does not flush the sink.
   *
   * @param event the text of one event
   * @throws org.colophon.core.error.ColophonException BAD_INPUT if the event is malformed; then
   *     nothing was reported
   */
  void translate(Bytes event, OperationSink sink);
}
