/**
 * Turns operations of a mirror into provenance. An operation is published before its reply, so the
 * order of LSNs is the order of events.
 */
package org.colophon.reporters.fuse.record;
