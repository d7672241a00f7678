/** Selection of inspectors for a change by name, media type and user options. */
package org.colophon.core.inspect.choice;
