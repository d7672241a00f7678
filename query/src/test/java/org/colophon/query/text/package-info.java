/** Tests of the display of values and lines. */
package org.colophon.query.text;
