/** Answers as JSON. */
package org.colophon.query.answer.json;
