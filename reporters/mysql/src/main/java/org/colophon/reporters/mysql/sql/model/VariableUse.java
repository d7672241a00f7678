package org.colophon.reporters.mysql.sql.model;

import org.colophon.core.model.Bytes;

/**
 * Read or write of a session variable such as {@code @v}.
 *
 * @param name in lower case, without its at sign and quotes
 */
public record VariableUse(Bytes name, boolean isWrite) {}
