package org.colophon.service.line;

import org.colophon.core.model.Bytes;

/**
 * What a client says of its units: what comes between begin and end counts wholly or not at all.
 */
public interface UnitHandler {
  /** Refuses units: for lines that are not numbered, of which nobody knows which were recorded. */
  UnitHandler NONE =
      new UnitHandler() {
        @Override
        public void begin() {
          throw refused();
        }

        @Override
        public void note(String source, Bytes position) {
          throw refused();
        }

        @Override
        public void end(String source, Bytes position) {
          throw refused();
        }

        @Override
        public void ask(String source) {
          throw refused();
        }

        private BadLineException refused() {
          return new BadLineException(
              "units and positions are for numbered lines: POST /v1/sources/SOURCE/operations");
        }
      };

  void begin();

  /** One more position goes with the unit. */
  void note(String source, Bytes position);

  void end(String source, Bytes position);

  /** The client wants to know a source's position, and goes on there. */
  void ask(String source);
}
