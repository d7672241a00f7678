package org.colophon.service.line;

import org.colophon.core.model.Bytes;

/** Handler of units, whose operations are recorded together or not at all. */
public interface UnitHandler {
  /** Refuses units, for lines without numbers. */
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

  /** Adds a position to the unit. */
  void note(String source, Bytes position);

  void end(String source, Bytes position);

  /** Returns a source's position to the client, which resumes there. */
  void ask(String source);
}
