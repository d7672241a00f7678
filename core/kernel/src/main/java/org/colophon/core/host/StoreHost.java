// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * The host that a store belongs to. The file {@code host} of a store has the machine id in its
 * first line and the display name in its second.
 *
 * @param id a machine id: 32 hexadecimal digits, see machine-id(5)
 * @param name for people: letters, digits, dots, underscores and hyphens
 */
public record StoreHost(String id, String name) {
  /** Name of the file in a store's directory. */
  public static final String FILE = "host";

  private static final int MIN_PREFIX = 4;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * Checks both parts.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public StoreHost {
    if (!isId(id)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a machine id has 32 hexadecimal digits, see /etc/machine-id, not '" + id + "'");
    }
    if (!NAME.matcher(name).matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the name of a host has up to 64 letters, digits, dots, underscores and hyphens, not '"
              + name
              + "'");
    }
  }

  /** Returns true for a whole machine id. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /**
   * Returns true for the host's name, its machine id, or at least the first four digits of that id.
   */
  public boolean isCalled(String text) {
    return name.equals(text) || (text.length() >= MIN_PREFIX && id.startsWith(text));
  }

  /** Returns a host whose name is the start of its machine id, if no name is known. */
  public static StoreHost withoutName(String id) {
    return new StoreHost(id, isId(id) ? id.substring(0, 12) : id);
  }

  /**
   * Reads the host of a store. A store of an older Colophon has no host: it belongs to the machine
   * on which it is stored.
   *
   * @throws ColophonException STORE_CORRUPT; IO_FAILED; NOT_PERMITTED
   */
  public static Optional<StoreHost> of(Path store) {
    Path file = store.resolve(FILE);
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      return Optional.of(new StoreHost(lines.get(0), lines.get(1)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    } catch (ColophonException | IndexOutOfBoundsException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " has no machine id and name in two lines: restore it, or write them there", e);
    }
  }

  /** Returns the host of a store; a store without one belongs to {@code local} from now on. */
  public static StoreHost claim(Path store, StoreHost local) {
    Optional<StoreHost> known = of(store);
    if (known.isEmpty()) {
      local.write(store);
    }
    return known.orElse(local);
  }

  /** Writes the host of a store. Creates the store's directory if need be. */
  public void write(Path store) {
    Path file = store.resolve(FILE);
    try {
      Files.createDirectories(store, PrivateFiles.DIRECTORY);
      PrivateFiles.write(file, id + "\n" + name + "\n");
    } catch (IOException e) {
      throw StoreDirectory.failed("write", file, e);
    }
  }
}
