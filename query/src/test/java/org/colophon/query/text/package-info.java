/** Tests of how values and lines are shown. */
package org.colophon.query.text;
