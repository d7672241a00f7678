// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** The published JSON schemas of answers, {@code docs/reference/*.schema.json}. Any thread. */
final class AnswerSchemas {
  private static final String LINEAGE = "urn:colophon:lineage-json:1";
  private static final String OTHERS = "urn:colophon:answers-json:1";
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          VersionFlag.V202012,
          builder ->
              builder.schemaLoaders(
                  loaders ->
                      loaders.schemas(
                          Map.of(
                              LINEAGE, read("lineage.schema.json"),
                              OTHERS, read("answers.schema.json")))));
  private static final JsonSchema LINEAGE_SCHEMA = FACTORY.getSchema(SchemaLocation.of(LINEAGE));
  private static final JsonSchema OTHER_SCHEMA = FACTORY.getSchema(SchemaLocation.of(OTHERS));

  private AnswerSchemas() {}

  /** Asserts that an answer conforms to the schema of its format. */
  static void check(String json) {
    boolean isLineage = json.contains("\"format\" : \"colophon-lineage\"");
    JsonSchema schema = isLineage ? LINEAGE_SCHEMA : OTHER_SCHEMA;
    assertThat(schema.validate(json, InputFormat.JSON)).as(json).isEmpty();
  }

  /** Reads a schema of the checkout that has this module. */
  private static String read(String name) {
    try {
      Path directory = Path.of("").toAbsolutePath();
      while (!Files.exists(directory.resolve("docs/reference").resolve(name))) {
        directory = Objects.requireNonNull(directory.getParent(), name);
      }
      return Files.readString(directory.resolve("docs/reference").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
