/** Linux calls that {@code core} and the service use where they are available. */
package org.colophon.reporters.common;
