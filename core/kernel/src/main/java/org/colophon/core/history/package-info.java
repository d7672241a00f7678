/**
 * Turns what a store holds back into the stream of batches that it was fed with, so that another
 * adapter can be fed the same. Sees readers and the journal's encoding, no adapter.
 */
package org.colophon.core.history;
