// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.question;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginOption;
import org.jspecify.annotations.Nullable;

/**
 * Lets another program ask questions over a protocol. Found as a service by its name. It only reads
 * the store.
 */
public interface QuestionServer extends Plugin {
  @Override
  default List<PluginOption> options() {
    return List.of();
  }

  /**
   * Serves one caller until the input ends. Leaves the streams open.
   *
   * @param version version of this program
   */
  void serve(CommandRunner runner, String version, InputStream in, OutputStream out);

  /**
   * Returns a handler of messages without sessions, for a transport such as HTTP.
   *
   * @param version version of this program
   */
  MessageHandler handler(CommandRunner runner, String version);

  /** Answers messages of callers. Any thread. */
  @FunctionalInterface
  interface MessageHandler {
    /**
     * Answers a message.
     *
     * @param protocol version of the protocol that the caller names; null if it names none
     * @return the answer; empty for a message without one
     * @throws org.colophon.core.error.ColophonException BAD_REQUEST for a malformed message or an
     *     unknown version
     */
    String answer(String message, @Nullable String protocol);
  }

  /** Runs a command that asks a question. Any thread. */
  @FunctionalInterface
  interface CommandRunner {
    /**
     * Runs a command.
     *
     * @param words the command and its arguments
     * @param maxBytes maximum length of the answer
     */
    Reply run(List<String> words, int maxBytes);
  }

  /**
   * The result of a command.
   *
   * @param exitCode exit code of the command, 0 for found
   * @param out the answer; cut if {@code isCut}
   * @param err messages and remarks, as terminal-safe text
   * @param isCut true if the answer was longer than the maximum
   */
  record Reply(int exitCode, String out, String err, boolean isCut) {}
}
