/** Shipping of a history to another service, without brokers. */
package org.colophon.history.ship.push;
