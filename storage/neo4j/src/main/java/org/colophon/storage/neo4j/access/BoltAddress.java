// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The address to listen at for Bolt clients, if any. Only loopback addresses are allowed, since
 * Bolt is not encrypted here.
 *
 * @param host an address of the loopback interface; empty if the listener is off
 * @param port 0 for any free port
 */
public record BoltAddress(String host, int port) {
  /** The text that turns the listener off. */
  public static final String OFF = "off";

  private static final Pattern FORM = Pattern.compile("(.+):(\\d{1,5})");
  private static final Pattern LOOPBACK =
      Pattern.compile("127(\\.(\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])){3}|::1");
  private static final int MAX_PORT = 65_535;

  /**
   * Parses the option {@code bolt}.
   *
   * @param text {@code HOST:PORT}, such as {@code localhost:7687} or {@code [::1]:7687}, or {@link
   *     #OFF}
   * @throws ColophonException BAD_REQUEST for anything else, and for hosts that are not loopback
   */
  public static BoltAddress of(String text) {
    if (text.equals(OFF)) {
      return new BoltAddress("", 0);
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches() || Integer.parseInt(form.group(2)) > MAX_PORT) {
      throw refused(text, "it must be HOST:PORT, such as localhost:7687, or off");
    }
    String host = form.group(1).replaceAll("^\\[(.*)]$", "$1");
    String address = host.equals("localhost") ? "127.0.0.1" : host;
    if (!LOOPBACK.matcher(address).matches()) {
      throw refused(
          text,
          "Bolt is not encrypted here, so only this machine may reach it:"
              + " use localhost, 127.0.0.1 or [::1]; from elsewhere, connect through an SSH tunnel");
    }
    return new BoltAddress(address, Integer.parseInt(form.group(2)));
  }

  public boolean isOn() {
    return !host.isEmpty();
  }

  /** Returns the URI for clients with the actual port. */
  String uri(int givenPort) {
    return "bolt://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + givenPort;
  }

  private static ColophonException refused(String text, String why) {
    return ErrorCode.BAD_REQUEST.exception(
        "the neo4j adapter's option bolt is '" + text + "'; " + why);
  }
}
