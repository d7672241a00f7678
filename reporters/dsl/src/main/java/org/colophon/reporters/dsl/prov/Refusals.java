package org.colophon.reporters.dsl.prov;

import java.util.function.BiConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** What the sink does not take of a document is told; the rest of the document goes on. */
final class Refusals {
  private static final int MOST_SHOWN = 40;

  private final BiConsumer<String, String> refused;

  /**
   * @param refused hears whose it is and why
   */
  Refusals(BiConsumer<String, String> refused) {
    this.refused = refused;
  }

  /**
   * Tells the sink something that it may find too long.
   *
   * @param name of the element or relation, as the document writes it
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
