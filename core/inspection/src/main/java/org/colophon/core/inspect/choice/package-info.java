/** Which inspector sees which change: by name, by media type, and by what the user says. */
package org.colophon.core.inspect.choice;
