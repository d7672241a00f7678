/** The inspector of office documents: author, title, revision and other properties. */
package org.colophon.inspectors.office;
