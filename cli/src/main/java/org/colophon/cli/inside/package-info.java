/** What happens inside programs: compilers that instrument functions, and options of a trace. */
package org.colophon.cli.inside;
