// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;

/**
 * A dataset as OpenLineage names it, and its name in a store. A file of this host has its path, so
 * that traced programs and jobs share its lineage. Tables of MySQL have the names that the MySQL
 * reporter gives them. Others have their namespace and name, separated by a slash.
 *
 * @param namespace the system, such as {@code postgres://db:5432}
 * @param name the name in the system
 * @see <a href="https://openlineage.io/docs/spec/naming">Naming conventions of OpenLineage</a>
 */
public record DatasetName(String namespace, String name) {
  private static final String FILE = "file";
  private static final String FILE_SCHEME = "file://";
  private static final String MYSQL = "mysql://";
  private static final String AUTHORITY = "://";

  /**
   * Returns the dataset with a name in a store. Such a dataset leads back to the same name.
   *
   * @param kind the kind of the object; only tables have other separators than files
   * @param host the name of the object's host; empty if unknown
   */
  public static DatasetName ofStored(Bytes stored, ObjectKind kind, String host) {
    String text = stored.toString();
    int scheme = text.indexOf(AUTHORITY);
    if (text.startsWith("/")) {
      return new DatasetName(host.isEmpty() ? FILE : FILE_SCHEME + host, text);
    }
    boolean isTable = kind == ObjectKind.TABLE && !text.startsWith(MYSQL);
    int from = scheme < 0 ? 0 : scheme + AUTHORITY.length();
    int slash = isTable ? text.lastIndexOf('/') : text.indexOf('/', from);
    if (slash < from) {
      return new DatasetName("", text);
    }
    // Without an authority, the slash is the first character of the name.
    String name = text.substring(slash == from ? slash : slash + 1);
    return new DatasetName(
        text.substring(0, slash), text.startsWith(MYSQL) ? name.replace('/', '.') : name);
  }

  /** Returns the kind of the dataset in a store. */
  public ObjectKind kind() {
    boolean isTable = !isFile() && namespace.contains(AUTHORITY) && local().indexOf('/') < 0;
    return isMysql() || isTable ? ObjectKind.TABLE : ObjectKind.FILE;
  }

  /**
   * Returns the name in the store of a host.
   *
   * @param host the name of that host; empty if unknown
   */
  public Bytes stored(String host) {
    String authority = isFile() ? namespace.substring(Math.min(7, namespace.length())) : "";
    if (isFile() && (authority.equals(host) || authority.isEmpty() || namespace.equals(FILE))) {
      return Bytes.of(name.startsWith("/") ? name : "/" + name);
    }
    boolean isJoined = namespace.isEmpty() || name.startsWith("/") || namespace.endsWith("/");
    return Bytes.of(namespace + (isJoined ? "" : "/") + local());
  }

  private boolean isFile() {
    return namespace.equals(FILE) || namespace.startsWith(FILE_SCHEME);
  }

  private boolean isMysql() {
    return namespace.startsWith(MYSQL);
  }

  private String local() {
    return isMysql() ? name.replace('.', '/') : name;
  }
}
