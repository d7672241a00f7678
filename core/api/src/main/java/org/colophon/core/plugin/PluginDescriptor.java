// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * Description of an optional plug-in, read from its {@value #FILE}.
 *
 * @param name the name of its directory below {@code plugins}.
 * @param description one line for users, such as its licence and the size of its download.
 * @param provides the services that it provides, such as {@code storage adapter neo4j}.
 * @param heapMebibytes the minimum heap of a service with this plug-in; 0 for any.
 */
public record PluginDescriptor(
    String name, String description, Set<String> provides, int heapMebibytes) {
  /** The file's name. */
  public static final String FILE = "plugin.properties";

  /**
   * Reads a descriptor.
   *
   * @throws ColophonException IO_FAILED if the file cannot be read, BAD_INPUT if it is malformed
   */
  static PluginDescriptor read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return new PluginDescriptor(
          properties.getProperty("name", file.getName(file.getNameCount() - 2).toString()),
          properties.getProperty("description", ""),
          Set.of(properties.getProperty("provides", "").strip().split("\\s*,\\s*")),
          Integer.parseInt(properties.getProperty("heap-mebibytes", "0")));
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_INPUT.exception(file + " is malformed: " + e.getMessage(), e);
    }
  }
}
