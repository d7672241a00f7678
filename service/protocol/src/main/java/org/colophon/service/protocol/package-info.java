/**
 * Definitions that the service and its client share: where a store's service listens, which users
 * are trusted there, headers, media types and limits.
 */
package org.colophon.service.protocol;
