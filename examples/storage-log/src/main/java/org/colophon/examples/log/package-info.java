/** A storage adapter to copy: it appends every record to a text file, and only writes. */
package org.colophon.examples.log;
