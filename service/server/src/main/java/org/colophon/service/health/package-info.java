/** Damage of stored data that the service found, for its log, metrics and health. */
package org.colophon.service.health;
