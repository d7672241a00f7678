/** Damage found in stored data. */
package org.colophon.service.health;
