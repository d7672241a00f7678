// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.RootPaths;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.service.config.AttachConfig;

/**
 * Checks the options that a caller sets for a reporter, which opens files and runs programs with
 * the rights of the service.
 *
 * <p>Checks each option according to the kind that the plug-in declares. A file's real path must be
 * below an allowed root, and the reporter gets that real path. For an undeclared option, guesses
 * the kind.
 */
final class OptionGuard {
  private static final Logger LOG = System.getLogger(OptionGuard.class.getName());

  private static final List<String> COMMAND_WORDS =
      List.of("command", "program", "executable", "exec", "shell", "script");
  private static final List<String> FILE_WORDS =
      List.of(
          "file", "path", "from", "directory", "folder", "dir", "fifo", "pipe", "log", "socket");

  private final AttachConfig config;

  OptionGuard(AttachConfig config) {
    this.config = config;
    for (Path root : config.roots().directories()) {
      if (!Files.isDirectory(root)) {
        LOG.log(
            Level.WARNING,
            "attach.roots: there is no directory {0}; nothing in it can be attached until there is",
            root);
      }
    }
  }

  /**
   * Returns the checked options for the reporter.
   *
   * @param declared options that the plug-in declares
   */
  Map<String, String> check(Map<String, String> options, List<PluginOption> declared) {
    Map<String, PluginOption.Kind> kinds = new HashMap<>();
    declared.forEach(option -> kinds.put(option.name(), option.kind()));
    Map<String, String> checked = new HashMap<>();
    options.forEach(
        (name, value) -> {
          PluginOption.Kind kind = kinds.get(name);
          checked.put(name, check(name, value, kind == null ? kindOf(name, value) : kind));
        });
    return checked;
  }

  private static PluginOption.Kind kindOf(String name, String value) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (COMMAND_WORDS.stream().anyMatch(plain::contains)) {
      return PluginOption.Kind.COMMAND;
    }
    boolean isUrl = value.contains("://") && !value.startsWith("file:");
    boolean isNamedSo = FILE_WORDS.stream().anyMatch(plain::contains);
    boolean isFile = value.contains("/") || value.startsWith("~") || isNamedSo;
    return isFile && !isUrl ? PluginOption.Kind.FILE : PluginOption.Kind.TEXT;
  }

  private String check(String name, String value, PluginOption.Kind kind) {
    return switch (kind) {
      case TEXT, SECRET -> value;
      case COMMAND -> command(name, value);
      case FILE -> file(name, value);
    };
  }

  /** Returns an opener for the files of a checked reporter. */
  FileOpener files() {
    return new RootedFiles(config.roots().directories());
  }

  private String command(String name, String value) {
    if (!config.commands()) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "the option "
              + name
              + " runs a program as the service, which attach.commands forbids: set it to true in the service's configuration, and reload the configuration");
    }
    return value;
  }

  private String file(String name, String value) {
    if (value.equals("-")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the option " + name + ": a service has no standard input to read");
    }
    return allowed(name, value);
  }

  private String allowed(String name, String value) {
    Path real;
    try {
      Path given = Path.of(value);
      if (!given.isAbsolute()) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the option " + name + " is an absolute path, not " + value);
      }
      real = RootPaths.real(given.normalize());
      if (config.roots().contains(real)) {
        return real.toString();
      }
    } catch (InvalidPathException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the option " + name + " is not a path: " + e.getReason(), e);
    } catch (IOException e) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "the option " + name + ": cannot look at " + value, e);
    }
    throw ErrorCode.NOT_PERMITTED.exception(
        "the option %s leads to %s, which is below none of attach.roots %s: add a directory to attach.roots in the service's configuration, and reload the configuration (SIGHUP, systemctl reload)"
            .formatted(name, real, config.roots().directories()));
  }
}
