/** Documents generated from picocli's model of the commands: Markdown and man pages. */
package org.colophon.cli.docs;
