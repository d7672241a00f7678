/** Health of stored data and disk. */
package org.colophon.service.health;
