package org.colophon.reporters.dsl.prov;

import java.util.function.BiConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** Reports what the sink rejects and continues with the rest of the document. */
final class Refusals {
  private static final int MOST_SHOWN = 40;

  private final BiConsumer<String, String> refused;

  /**
   * @param refused receives the element and the reason
   */
  Refusals(BiConsumer<String, String> refused) {
    this.refused = refused;
  }

  /**
   * Calls the sink with data that may be too long.
   *
   * @param name of the element or relation in the document
   */
  void attempt(String name, Runnable call) {
    try {
      call.run();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      Bytes whole = Bytes.of(name);
      refused.accept(
          whole.slice(0, Math.min(whole.length(), MOST_SHOWN)).display(), e.getMessage());
    }
  }
}
