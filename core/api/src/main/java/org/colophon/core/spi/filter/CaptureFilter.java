// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.filter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;

/**
 * Decides which processes and objects are recorded, and removes secrets from what is stored.
 *
 * <p>The kernel calls a filter once for each declaration and each use of a name, never for an
 * operation, and stores the result with the id. Calls come from the threads of all reporters, also
 * concurrently. A filter must be quick and do no I/O. If a method throws, the kernel does not
 * record the declaration or name.
 */
public interface CaptureFilter {
  /**
   * Returns true to leave out the operations of a process. Its links to parents and children are
   * recorded, and so is the process, without arguments and working directory.
   */
  default boolean excludesProcess(ProcessDeclaration declaration) {
    return false;
  }

  /**
   * Returns true to leave out an object under any name. If the object is an agent, the operations
   * of the processes that act for it are left out.
   */
  default boolean excludesObject(ObjectDeclaration declaration) {
    return false;
  }

  /** Returns true to leave out a name, and uses of the object by that name. */
  default boolean excludesName(Bytes name) {
    return false;
  }

  /** Returns the declaration to store. Its identity cannot be replaced. */
  default ProcessDeclaration redact(ProcessDeclaration declaration) {
    return declaration;
  }

  /** Returns the data of an extended record to store; empty to leave it out. */
  default Bytes redact(String type, Bytes data) {
    return data;
  }
}
