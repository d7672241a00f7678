/** Encodings of values: paths, numbers, identities, connections and times. */
package org.colophon.core.model.encoding;
