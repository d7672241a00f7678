/** The inspector of metadata: the data that Apache Tika extracts from a file, without its text. */
package org.colophon.inspectors.tika;
