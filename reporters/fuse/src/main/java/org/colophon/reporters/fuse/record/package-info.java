/**
 * Turns what happens in a mirror into operations: which program, which object, under which name. An
 * operation is published before its answer goes back to who asked for it, so that the order of LSNs
 * is the order in which things happened.
 */
package org.colophon.reporters.fuse.record;
