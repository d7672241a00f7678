/** The explorer in a browser, over data of real reporters. */
package org.colophon.cli.explorer;
