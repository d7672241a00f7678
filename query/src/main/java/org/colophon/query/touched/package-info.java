/** The files that a run touched. */
package org.colophon.query.touched;
