/** Signed notes, keys, checkpoints, cosignatures and policies after the documents of c2sp.org. */
@NullMarked
package org.colophon.certification.note;

import org.jspecify.annotations.NullMarked;
