/** Sinks that carry the operations of reporters to the ring. */
package org.colophon.core.sink;
