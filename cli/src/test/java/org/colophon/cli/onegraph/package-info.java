/** Processes traced below a mount, recorded by two reporters in one graph. */
package org.colophon.cli.onegraph;
