/** Copies of the histories of other hosts, from a shared log or sent by them. */
package org.colophon.service.index;
