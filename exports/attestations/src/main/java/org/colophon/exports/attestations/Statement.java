// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is being written, with the parts that predicates share. One thread.
 *
 * @param json where the statement is written
 */
record Statement(JsonGenerator json, RecordedRun run, Surroundings surroundings) {
  /** Type of a build that Colophon traced, and of the tracer as a monitor. */
  static final String BUILD_TYPE = Surroundings.TRACE;

  /** Returns the identifier of the run, which is the same in all its statements. */
  String invocation() {
    String root =
        run.roots().mapToObj(each -> run.programs().get(each).key()).findFirst().orElse("");
    return "urn:colophon:" + run.store() + ":" + root;
  }

  /** Returns the directory in which the first program ran; empty if unknown. */
  private String directory() {
    return run.roots()
        .mapToObj(each -> run.programs().get(each).directory())
        .findFirst()
        .orElse("");
  }

  /** Returns a path relative to the directory of the run if it is below it. */
  String relative(String path) {
    String base = directory().endsWith("/") ? directory() : directory() + "/";
    return base.length() > 1 && path.startsWith(base) ? path.substring(base.length()) : path;
  }

  /** Returns the URI of a file or another object. */
  String uri(RunFile file) {
    if (!file.name().startsWith("/")) {
      return "urn:colophon:" + run.store() + ":" + file.key();
    }
    try {
      return new URI("file", "", file.name(), null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e); // a path is no other part of a URI
    }
  }

  /** Writes a field with the digests of a file; nothing if they are unknown. */
  void digest(String field, RunFile file) throws IOException {
    if (file.sha256() != null) {
      json.writeObjectFieldStart(field);
      json.writeStringField("sha256", file.sha256());
      if (file.git() != null) {
        json.writeStringField("gitBlob", file.git());
      }
      json.writeEndObject();
    }
  }

  /** Writes the fields of a descriptor of a file, and begins its annotations. */
  void descriptor(RunFile file) throws IOException {
    json.writeStringField("name", relative(file.name()));
    json.writeStringField("uri", uri(file));
    digest("digest", file);
    json.writeObjectFieldStart("annotations");
    json.writeStringField("colophon_key", file.key());
  }

  /** Writes the words, directory and environment of a program. */
  void command(Program program) throws IOException {
    texts("words", program.arguments());
    if (program.isCut()) {
      json.writeBooleanField("cut", true);
    }
    json.writeStringField("directory", program.directory());
    if (!program.environment().isEmpty()) {
      json.writeObjectFieldStart("environment");
      for (Map.Entry<String, String> each : new TreeMap<>(program.environment()).entrySet()) {
        json.writeStringField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
  }

  /** Writes gaps of the capture, and differences of files that the user accepted. */
  void completeness(String prefix) throws IOException {
    json.writeBooleanField(prefix + "complete", run.isComplete());
    if (!run.gaps().isEmpty()) {
      texts(prefix + "gaps", run.gaps());
    }
    if (!surroundings.differences().isEmpty()) {
      texts(prefix + "asRecorded", surroundings.differences());
    }
  }

  void texts(String field, List<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String each : texts) {
      json.writeString(each);
    }
    json.writeEndArray();
  }

  /** Writes a time; nothing if it is unknown. */
  void time(String field, @Nullable Instant time) throws IOException {
    if (time != null) {
      json.writeStringField(field, time.toString());
    }
  }
}
