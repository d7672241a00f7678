/** The inspector of tables: columns, their types, and the number of rows. */
package org.colophon.inspectors.table;
