/** JSON of answers and log lines. */
package org.colophon.service.json;
