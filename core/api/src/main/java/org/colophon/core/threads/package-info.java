/** How threads share the processors with the programs that are recorded. */
package org.colophon.core.threads;
