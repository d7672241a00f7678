/**
 * Keeps what files held before they were written, as far as inspectors want to know, and offers
 * each change to them when the file is closed.
 */
package org.colophon.reporters.fuse.inspect;
