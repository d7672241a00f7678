/** The protocol between a log and its witnesses, after c2sp.org/tlog-witness. */
@NullMarked
package org.colophon.certification.witness;

import org.jspecify.annotations.NullMarked;
