// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

import org.colophon.core.model.ObjectDeclaration;

/**
 * An object in a store. Its names change and are queried separately.
 *
 * @param id the global id
 * @param declaration the reporter's declaration
 * @param declaredLsn the LSN at which it was first reported
 */
public record ObjectInfo(long id, ObjectDeclaration declaration, long declaredLsn) {}
