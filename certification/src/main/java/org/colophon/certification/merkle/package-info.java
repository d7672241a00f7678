/** Merkle trees after RFC 6962, and their storage in tiles after c2sp.org/tlog-tiles. */
@NullMarked
package org.colophon.certification.merkle;

import org.jspecify.annotations.NullMarked;
