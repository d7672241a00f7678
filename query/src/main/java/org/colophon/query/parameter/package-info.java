/** Parameters of requests: names, texts and limits as annotations of records, and their values. */
package org.colophon.query.parameter;
