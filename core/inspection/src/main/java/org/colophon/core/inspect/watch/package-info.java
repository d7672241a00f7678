/** Files under observation and copies of their content before a change. */
package org.colophon.core.inspect.watch;
