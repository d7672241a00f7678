/** Reports about versions of files with one content. */
package org.colophon.query.content;
