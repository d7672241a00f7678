/**
 * Feeds each storage adapter on a thread of its own from the journal: catching up after a crash,
 * following the present and lagging behind are one and the same loop.
 */
package org.colophon.core.fanout;
