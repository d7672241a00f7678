// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.Surroundings;
import org.colophon.query.text.AsciiJson;

/**
 * An RO-Crate 1.1 of a run, with the profile Process Run Crate, or with a workflow also Workflow
 * Run Crate and Provenance Run Crate. One thread.
 *
 * @see <a href="https://www.researchobject.org/workflow-run-crate/">Workflow Run RO-Crate</a>
 */
public final class RunCrate {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).build();

  private final RecordedRun run;
  private final CrateFiles files;
  private final CrateMetadata metadata;
  private final boolean isWithData;

  /**
   * Plans a crate, and compares its files with the record.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if files differ from the record,
   *     or if the run did not use the workflow
   */
  public RunCrate(RecordedRun run, Surroundings surroundings, CrateOptions options)
      throws IOException {
    this.run = run;
    this.isWithData = options.withData();
    this.files = new CrateFiles(run, options);
    this.metadata = new CrateMetadata(run, surroundings, options, files);
  }

  /** Writes all files of the crate. */
  public void write(CrateTarget target) throws IOException {
    files.copy(target);
    target.add(
        CrateFiles.METADATA,
        out -> {
          try (JsonGenerator json = AsciiJson.generator(out)) {
            MAPPER.writeTree(json, metadata.json());
            json.writeRaw('\n');
          }
        });
    String preview = new CratePreview(run, files, metadata.title()).html();
    target.add(CrateFiles.PREVIEW, out -> out.write(preview.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns remarks for the author, each as a terminal-safe line. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(run.gaps());
    if (files.unverified() > 0) {
      remarks.add(
          "the record has no digest of %d copied files, so they are not verified; the crate states it"
              .formatted(files.unverified()));
    }
    if (isWithData && files.data().isEmpty()) {
      remarks.add(
          "the crate has no data, because the run used no file below %s; --directory names another directory"
              .formatted(Bytes.of("" + files.base()).display()));
    }
    return remarks;
  }
}
