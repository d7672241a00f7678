/** A process of its own that holds the key of a log and signs for a service. */
@NullMarked
package org.colophon.certification.signer;

import org.jspecify.annotations.NullMarked;
