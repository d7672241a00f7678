// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Annotation keys with a representation in Colophon's model, in the spellings of SPADE's reporters
 * and others.
 */
final class AnnotationKeys {
  // Keys of processes.
  static final List<Bytes> PID = keys("pid");
  static final List<Bytes> PROGRAM = keys("exe", "executable", "program", "exename", "path");
  static final List<Bytes> NAME = keys("name", "label", "prov:label");
  static final List<Bytes> COMMAND =
      keys("command line", "commandline", "cmdline", "command_line", "command", "cmdLine");
  static final List<Bytes> DIRECTORY = keys("cwd", "working directory");
  static final List<Bytes> START =
      keys("start time", "starttime", "start_time", "startTime", "startTimestampNanos");

  // Keys of artifacts.
  static final List<Bytes> PATH = keys("path", "filename", "file", "prov:location", "url", "uri");
  static final List<Bytes> EPOCH = keys("epoch");
  static final List<Bytes> SUBTYPE = keys("subtype", "cdm.subtype", "kind");
  static final List<Bytes> PROTOCOL = keys("protocol");
  static final List<Bytes> LOCAL_ADDRESS = keys("local address", "localAddress");
  static final List<Bytes> LOCAL_PORT = keys("local port", "localPort");
  static final List<Bytes> REMOTE_ADDRESS = keys("remote address", "remoteAddress");
  static final List<Bytes> REMOTE_PORT = keys("remote port", "remotePort");

  // Keys of agents.
  static final List<Bytes> USER = keys("name", "user", "username", "label", "prov:label");
  static final List<Bytes> UID = keys("uid", "userId", "user id");

  // Keys of edges and events.
  static final List<Bytes> OPERATION = keys("operation", "op", "cdm.type", "event type", "event");
  static final List<Bytes> TIME = keys("time", "timestamp", "timestampNanos", "prov:time");
  static final List<Bytes> SIZE = keys("size", "bytes");

  private AnnotationKeys() {}

  private static List<Bytes> keys(String... names) {
    return Arrays.stream(names).map(Bytes::of).toList();
  }
}
