// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a crate that only its author knows, and the treatment of data.
 *
 * @param name title of the crate; null for one made of the command
 * @param license URL of the licence of the data; null if unknown
 * @param author name of the author; null if unknown
 * @param organization name of the organization of the author, which publishes; null if unknown
 * @param organizationUrl home page of the organization; null if unknown
 * @param directory directory of the data; null for that in which the first program started
 * @param workflow path of the workflow below the directory; null if the run is not one
 * @param withData false to refer to files instead of copying them
 * @param asRecorded true to refer to files that differ from the record instead of failing
 */
public record CrateOptions(
    @Nullable String name,
    @Nullable String license,
    @Nullable String author,
    @Nullable String organization,
    @Nullable String organizationUrl,
    @Nullable Path directory,
    @Nullable String workflow,
    boolean withData,
    boolean asRecorded) {}
