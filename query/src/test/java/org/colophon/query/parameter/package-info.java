/** Tests of the parameters of requests. */
package org.colophon.query.parameter;
