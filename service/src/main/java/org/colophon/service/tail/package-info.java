/** Live tails with counters and a sample of operations, and the feed of the journal. */
package org.colophon.service.tail;
