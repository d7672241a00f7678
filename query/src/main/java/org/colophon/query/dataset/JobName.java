// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.dataset;

import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;

/**
 * A job as OpenLineage names it. Its runs are processes. The run of an event has the job of the
 * event. A traced command is a job of its host, which has the words of the command as its name.
 */
record JobName(String namespace, String name) {
  private static final String SCHEME = "openlineage";

  /**
   * Returns the job of a process.
   *
   * @param host the name of the process's host
   */
  static JobName of(ProcessDeclaration process, String host) {
    String[] parts = process.identity().toString().split("\0", -1);
    if (parts.length == 4 && parts[0].equals(SCHEME)) {
      return new JobName(parts[1], parts[2]);
    }
    List<Bytes> words = process.keptArguments();
    String command = words.stream().map(Bytes::toString).collect(Collectors.joining(" "));
    return new JobName(host, command.isEmpty() ? process.executable().toString() : command);
  }
}
