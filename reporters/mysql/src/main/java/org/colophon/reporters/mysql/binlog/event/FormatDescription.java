// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * First event of a file, which describes its format.
 *
 * @param version version of the server, such as 101119 for 10.11.19
 * @param isStart whether the server had just been started
 * @param hasChecksums whether each event ends with a checksum
 */
public record FormatDescription(
    boolean isMariaDb, int version, boolean isStart, boolean hasChecksums) {
  private static final Pattern VERSION = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{1,2}).*");
  private static final int VERSION_BYTES = 50;
  private static final int FIRST_WITH_CHECKSUMS_MARIADB = 50300;
  private static final int FIRST_WITH_CHECKSUMS_MYSQL = 50601;
  private static final int BINLOG_VERSION = 4;

  /**
   * Reads the event.
   *
   * @param all whole event with its header
   */
  public static FormatDescription read(byte[] all) throws MalformedEventException {
    EventBytes in = new EventBytes(all, EventHeader.BYTES, all.length);
    long format = in.number(2);
    if (format != BINLOG_VERSION) {
      throw new MalformedEventException("the log has format " + format + "; only 4 can be read");
    }
    String said = new String(in.array(VERSION_BYTES), StandardCharsets.ISO_8859_1);
    boolean isStart = in.number(4) != 0;
    Matcher parts = VERSION.matcher(said.replaceAll("\\x00.*", ""));
    if (!parts.matches()) {
      throw new MalformedEventException("the first event has no server version");
    }
    int version = 0;
    for (int part = 1; part <= 3; part++) {
      version = version * 100 + Integer.parseInt(parts.group(part));
    }
    boolean isMariaDb = said.contains("MariaDB");
    int first = isMariaDb ? FIRST_WITH_CHECKSUMS_MARIADB : FIRST_WITH_CHECKSUMS_MYSQL;
    if (version < first) {
      throw new MalformedEventException(
          "the log is of server " + parts.group() + "; MySQL 5.6 or MariaDB 5.3 is the oldest");
    }
    if (all.length < EventHeader.BYTES + VERSION_BYTES + 5) {
      throw new MalformedEventException("the first event is too short");
    }
    EventBytes.requireChecksum(
        all, all.length - 4); // this event has a checksum even if the others have none
    boolean hasChecksums = all[all.length - 5] == 1;
    return new FormatDescription(isMariaDb, version, isStart, hasChecksums);
  }
}
