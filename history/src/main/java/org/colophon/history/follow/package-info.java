/** A service that follows the history of another service. */
package org.colophon.history.follow;
