/** Copies of the histories of other hosts, from a shared log. */
package org.colophon.service.index;
