/** Calls inspectors in this JVM or in a worker JVM. */
package org.colophon.core.inspect.caller;
