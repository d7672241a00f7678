/** Live tails of counters and of a bounded sample of operations, and the feed of the journal. */
package org.colophon.service.tail;
