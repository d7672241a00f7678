/** Where the lines of a feed come from: named pipes, files, files that grow, standard input. */
package org.colophon.reporters.dsl.source;
