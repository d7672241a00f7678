/**
 * Questions, each a record of its parameters. The service, and commands that open a store
 * themselves, answer the same records.
 */
package org.colophon.query.question;
