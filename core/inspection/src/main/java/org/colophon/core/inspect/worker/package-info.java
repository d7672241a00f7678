/**
 * The worker JVM, where inspectors read hostile formats: it has a heap of its own, gets contents
 * through a pipe, and is killed when it takes too long. Whatever happens in it harms nobody else.
 */
package org.colophon.core.inspect.worker;
