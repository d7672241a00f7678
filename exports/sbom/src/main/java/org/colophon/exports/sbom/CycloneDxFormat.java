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
 * CycloneDX 1.7 as JSON. It has no time of its own, so the same run gives the same bytes.
 *
 * @see <a href="https://cyclonedx.org/docs/1.7/json/">CycloneDX 1.7</a>
 */
public final class CycloneDxFormat extends NamedPlugin implements DocumentFormat {
  public CycloneDxFormat() {
    super("cyclonedx", "a CycloneDX 1.7 bill of materials, with formulation", List.of());
  }

  @Override
  public String mediaType() {
    return "application/vnd.cyclonedx+json; version=1.7";
  }

  @Override
  public boolean isStatement() {
    return false;
  }

  @Override
  public void write(RecordedRun run, Surroundings surroundings, OutputStream out)
      throws IOException {
    try (JsonGenerator json = AsciiJson.generator(out)) {
      Json.MAPPER.writeTree(json, new CycloneDxDocument(new RunFacts(run, surroundings)).json());
      json.writeRaw('\n');
    }
  }
}
