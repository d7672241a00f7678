/** What processes traced below a mount do, seen by two reporters at once, is one graph. */
package org.colophon.cli.onegraph;
