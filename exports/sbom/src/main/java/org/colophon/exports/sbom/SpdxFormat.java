// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.Surroundings;
import org.colophon.query.text.AsciiJson;

/**
 * SPDX 3.0.1 as JSON-LD, with the profiles Core, Software and Build.
 *
 * @see <a href="https://spdx.github.io/spdx-spec/v3.0.1/">SPDX 3.0.1</a>
 */
public final class SpdxFormat extends NamedPlugin implements DocumentFormat {
  public SpdxFormat() {
    super("spdx", "an SPDX 3.0.1 document with the Build profile", List.of());
  }

  @Override
  public String mediaType() {
    return "application/spdx+json";
  }

  @Override
  public boolean isStatement() {
    return false;
  }

  @Override
  public void write(RecordedRun run, Surroundings surroundings, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      Json.MAPPER.writeTree(json, new SpdxDocument(new RunFacts(run, surroundings)).json());
      json.writeRaw('\n');
    }
  }
}
