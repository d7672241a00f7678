package org.colophon.core.model.fact;

import org.colophon.core.model.ObjectDeclaration;

/**
 * An object as a store holds it. Its names change and are asked for separately.
 *
 * @param id the global id
 * @param declaration what its reporter said of it
 * @param declaredLsn when it was first reported
 */
public record ObjectInfo(long id, ObjectDeclaration declaration, long declaredLsn) {}
