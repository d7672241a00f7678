// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import java.util.Objects;
import org.colophon.core.model.encoding.Identities;

/**
 * Description of an object by the reporter that first sees it.
 *
 * @param kind the kind of object
 * @param identity the most specific identity that the reporter knows (device, inode and birth time;
 *     a socket's end points), see {@link Identities}; empty if only the name or id is known
 * @param label text to show for an object without a name, such as {@code pipe:[4711]}; may be empty
 */
public record ObjectDeclaration(ObjectKind kind, Bytes identity, Bytes label) {
  public ObjectDeclaration {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(label, "label");
  }

  /** Returns a declaration without an identity. Users see its label. */
  public static ObjectDeclaration of(ObjectKind kind, String label) {
    return new ObjectDeclaration(kind, Bytes.EMPTY, Bytes.of(label));
  }

  /** Returns the declaration of an object known by its name or id only. */
  public static ObjectDeclaration of(ObjectKind kind) {
    return new ObjectDeclaration(kind, Bytes.EMPTY, Bytes.EMPTY);
  }
}
