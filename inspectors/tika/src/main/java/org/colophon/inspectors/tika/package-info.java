/** The inspector of metadata: whatever Apache Tika knows of a file, without its content. */
package org.colophon.inspectors.tika;
