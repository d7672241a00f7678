// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes indented JSON in ASCII. Escapes other characters, so that a name cannot control a
 * terminal. Leaves the stream open when the generator is closed.
 */
public final class AsciiJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build()
          .setCharacterEscapes(new DeleteEscape());

  private AsciiJson() {}

  /** Returns a generator of indented JSON. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return FACTORY.createGenerator(out).useDefaultPrettyPrinter();
  }

  /** Returns a generator that writes each value on one line. */
  public static JsonGenerator compactGenerator(OutputStream out) throws IOException {
    return FACTORY.createGenerator(out);
  }

  /** Escapes the delete character, which Jackson does not escape. */
  private static final class DeleteEscape extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
