/** What can go wrong, by code and by whose move it is. Imports nothing of Colophon. */
package org.colophon.core.error;
