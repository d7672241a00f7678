/** Tests of the exports: hostile names, and parsers other than ours. */
package org.colophon.query.export;
