// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A relation of a PROV document. */
public interface ProvStatement {
  /** Returns the name of the relation, such as {@code used}. */
  String relation();

  /** Returns the name of its bundle; empty for a statement of the document itself. */
  String bundle();

  /** Returns its id; empty if it has none. The id of a blank node begins with {@code _:}. */
  String id();

  /** Returns its ends, time and attributes, in the form of PROV-JSON. */
  ObjectNode fields();
}
