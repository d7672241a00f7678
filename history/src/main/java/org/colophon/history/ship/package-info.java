/** Shipping of a history to a shared log. */
package org.colophon.history.ship;
