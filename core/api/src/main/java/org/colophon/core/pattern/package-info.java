/** Patterns of names, shared by capture filters, reporters, inspectors and questions. */
package org.colophon.core.pattern;
