package org.colophon.core.model;

import java.util.Objects;
import org.colophon.core.model.encoding.Identities;

/**
 * What a reporter knows of an object when it first sees it.
 *
 * @param kind what it is
 * @param identity the strongest identity the reporter has (device, inode and birth time; a socket's
 *     end points), see {@link Identities}; empty where a name or the id alone must do
 * @param label how to show an object that has no name, such as {@code pipe:[4711]}; may be empty
 */
public record ObjectDeclaration(ObjectKind kind, Bytes identity, Bytes label) {
  public ObjectDeclaration {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(label, "label");
  }

  /** An object without an identity of its own, shown by its label. */
  public static ObjectDeclaration of(ObjectKind kind, String label) {
    return new ObjectDeclaration(kind, Bytes.EMPTY, Bytes.of(label));
  }

  /** An object known by its name or id only. */
  public static ObjectDeclaration of(ObjectKind kind) {
    return new ObjectDeclaration(kind, Bytes.EMPTY, Bytes.EMPTY);
  }
}
