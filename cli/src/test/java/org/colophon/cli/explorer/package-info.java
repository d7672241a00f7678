/** The explorer in a browser, over what real reporters record. */
package org.colophon.cli.explorer;
