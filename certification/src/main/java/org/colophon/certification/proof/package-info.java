/** Proofs that a record is in a certified log. */
@NullMarked
package org.colophon.certification.proof;

import org.jspecify.annotations.NullMarked;
