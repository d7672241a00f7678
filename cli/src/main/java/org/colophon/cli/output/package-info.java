/** What commands write with: text that cannot be forged, colours on a terminal only, JSON. */
package org.colophon.cli.output;
