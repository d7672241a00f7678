// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.List;
import java.util.regex.Pattern;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.LineageNode;

/** The part of a node that alike nodes have in common. */
enum AlikePattern {
  /** Executables, and names whose digits, hashes and temporary parts are replaced. */
  NAME,
  /** Executables, and the directories and extensions of names. */
  DIRECTORY;

  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?<=/)(?:cc|tmp[._]?)\\w{6,}" // temporary files of compilers and of mktemp
              + "|\\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b" // UUIDs
              + "|\\b(?=[a-fA-F]*\\d)[0-9a-fA-F]{7,}\\b" // digests
              + "|\\d+");

  /** Returns what is the same for alike nodes. */
  List<Object> key(LineageNode node) {
    if (node.isProcess()) {
      return List.of("process", node.name(), node.host());
    }
    String name = node.name().toString();
    return List.of(kind(node), this == NAME ? replaced(name) : place(name), node.host());
  }

  /** Returns a name with a sign for each part that varies between alike names. */
  static String replaced(String name) {
    return VARIABLE.matcher(name).replaceAll("#");
  }

  private static String place(String name) {
    int end = name.lastIndexOf('/') + 1;
    int dot = name.lastIndexOf('.');
    return replaced(name.substring(0, end)) + (dot < end ? "" : name.substring(dot));
  }

  static ObjectKind kind(LineageNode node) {
    return node.object() == null ? ObjectKind.OTHER : node.object().declaration().kind();
  }
}
