/** Certification of the history as it grows: the signer of a log, and the witnesses it asks. */
@NullMarked
package org.colophon.service.certification;

import org.jspecify.annotations.NullMarked;
