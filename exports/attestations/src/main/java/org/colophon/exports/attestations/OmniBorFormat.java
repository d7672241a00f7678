// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.plugin.PluginOption;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.document.Surroundings;
import org.colophon.query.text.DisplayText;

/**
 * Input manifests of OmniBOR 0.2, one for each file that a run left behind, in a ZIP file with the
 * layout of an OmniBOR directory. A manifest lists the files that the output came from, that were
 * read as data, and that the run did not write itself. Any thread.
 *
 * @see <a href="https://github.com/omnibor/spec/blob/main/spec/SPEC.md">OmniBOR</a>
 */
public final class OmniBorFormat implements DocumentFormat {
  /** The earliest time of ZIP, so that the same run gives the same bytes. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private static final Set<ObjectKind> NO_FILES =
      Set.of(
          ObjectKind.PIPE,
          ObjectKind.FIFO,
          ObjectKind.SOCKET,
          ObjectKind.TABLE,
          ObjectKind.ROWS,
          ObjectKind.DOCUMENT);

  @Override
  public String name() {
    return "omnibor";
  }

  @Override
  public String description() {
    return "input manifests by OmniBOR 0.2, in a ZIP file";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public String mediaType() {
    return "application/zip";
  }

  @Override
  public boolean isStatement() {
    return false;
  }

  @Override
  public void write(RecordedRun run, Surroundings surroundings, OutputStream out)
      throws IOException {
    StatementFormat.check(run.outputFiles().toList());
    if (!run.isComplete() || !surroundings.differences().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a manifest cannot state that inputs may be missing or that outputs differ, and this run has such remarks; use --type slsa, or record it again");
    }
    SortedMap<String, byte[]> entries = new TreeMap<>();
    SortedSet<String> targets = new TreeSet<>();
    Map<Integer, String> ids = new HashMap<>();
    for (Origins each : run.origins()) {
      RunFile output = run.files().get(each.output());
      if (run.outputFiles().anyMatch(output::equals)) {
        byte[] manifest = manifest(run, each, ids);
        String id = ArtifactId.of(manifest);
        String directory = "manifests/" + ArtifactId.TYPE.replace(':', '_') + "/";
        entries.put(directory + id.substring(0, 2) + "/" + id.substring(2), manifest);
        String target = id(run, each.output(), ids);
        targets.add("%s:%s %s:%s\n".formatted(ArtifactId.TYPE, target, ArtifactId.TYPE, id));
      }
    }
    entries.put("targets", String.join("", targets).getBytes(StandardCharsets.US_ASCII));
    write(entries, out);
  }

  private static byte[] manifest(RecordedRun run, Origins origins, Map<Integer, String> ids)
      throws IOException {
    Set<Integer> read =
        run.uses().stream()
            .filter(each -> each.how() == How.READ && each.bytes() > 0)
            .map(Use::file)
            .collect(Collectors.toSet());
    SortedSet<String> inputs = new TreeSet<>();
    for (int each : origins.inputs().stream().filter(read::contains).toList()) {
      RunFile input = run.files().get(each);
      if (NO_FILES.contains(input.kind())) {
        throw ErrorCode.BAD_REQUEST.exception(
            "omnibor identifies inputs by their content, and %s is no file; use --type slsa"
                .formatted(DisplayText.text(input.name())));
      }
      if (input.hasContent()) {
        inputs.add(id(run, each, ids));
      }
    }
    String lines = inputs.stream().map(each -> each + "\n").collect(Collectors.joining());
    return (ArtifactId.TYPE + "\n" + lines).getBytes(StandardCharsets.US_ASCII);
  }

  private static String id(RecordedRun run, int file, Map<Integer, String> ids) throws IOException {
    String known = ids.get(file);
    if (known == null) {
      known = ArtifactId.of(run.files().get(file), run.end());
      ids.put(file, known);
    }
    return known;
  }

  private static void write(Map<String, byte[]> entries, OutputStream out) throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    for (Map.Entry<String, byte[]> each : entries.entrySet()) {
      ZipEntry entry = new ZipEntry(each.getKey());
      entry.setTimeLocal(TIME);
      zip.putNextEntry(entry);
      zip.write(each.getValue());
      zip.closeEntry();
    }
    zip.finish();
    zip.flush();
  }
}
