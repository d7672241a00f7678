/**
 * Answers to questions about a store, as bytes: the same for the command with an embedded store and
 * for the service, which hands them on to thin clients. Sees readers and the query engine only.
 */
package org.colophon.service.answer;
