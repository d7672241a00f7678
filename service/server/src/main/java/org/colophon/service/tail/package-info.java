/** Live tails of counters and a bounded sample of operations. */
package org.colophon.service.tail;
