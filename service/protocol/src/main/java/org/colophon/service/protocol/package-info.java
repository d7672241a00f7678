/**
 * Definitions that the service and its client share: where a store's service listens, which users
 * are trusted there, headers and media types, and the lines of operations.
 */
package org.colophon.service.protocol;
