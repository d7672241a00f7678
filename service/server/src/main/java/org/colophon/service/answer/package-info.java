/**
 * Answers to questions about a store, as bytes, for the service and for commands with an embedded
 * store.
 */
package org.colophon.service.answer;
