/** Encoding of records in frames of the journal. */
package org.colophon.core.journal.format;
