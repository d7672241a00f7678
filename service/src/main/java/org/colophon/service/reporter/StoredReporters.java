// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.service.config.ReporterSpec;

/**
 * Reporters to attach again after a restart, by id. They are in {@code reporters.json} of the
 * store. Only the owner may read the file, since options may be secret. Each change replaces the
 * whole file.
 */
final class StoredReporters {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Path file;

  StoredReporters(Path store) {
    this.file = store.resolve("reporters.json");
  }

  Map<String, ReporterSpec> load() {
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      return MAPPER.readValue(
          Files.readAllBytes(file), new TypeReference<TreeMap<String, ReporterSpec>>() {});
    } catch (JsonProcessingException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s is damaged: delete it and attach the reporters again; %s"
              .formatted(file, e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  void save(Map<String, ReporterSpec> reporters) {
    try {
      PrivateFiles.write(file, MAPPER.writeValueAsBytes(reporters));
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
  }
}
