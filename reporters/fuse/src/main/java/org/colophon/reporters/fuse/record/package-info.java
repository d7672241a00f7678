/**
 * Converts operations of a mirror to provenance. An operation is published before its reply, so the
 * order of LSNs is the order of events.
 */
package org.colophon.reporters.fuse.record;
