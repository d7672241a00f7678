package org.colophon.reporters.fuse;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.reporters.fuse.process.Ancestors;
import org.colophon.reporters.fuse.record.Ordering;
import org.colophon.reporters.fuse.wire.SessionOptions;

/**
 * What to mirror, where, and what to record of it.
 *
 * @param source the folder that is mirrored
 * @param mount where it is mounted
 * @param include globs of paths below the mount that are recorded; empty: all
 * @param exclude globs of paths that are not
 * @param users user ids or names whose doings are recorded; empty: all
 * @param readOnly whether changes are refused
 * @param allowOther whether users other than the mounting one may enter
 * @param recording whether anything is recorded
 * @param every whether each read and write is reported, also those that only go on
 * @param ancestors how much is recorded of programs that led to those in the mount
 * @param mostKnown how many files the kernel may know at once; 0: half of what can be open
 * @param inspectors what looks at changed content
 * @param contents where old content is kept; null for the store's scratch folder
 */
record FuseOptions(
    Path source,
    Path mount,
    Ordering ordering,
    List<String> include,
    List<String> exclude,
    List<String> users,
    boolean readOnly,
    boolean allowOther,
    boolean recording,
    boolean every,
    Ancestors ancestors,
    int mostKnown,
    SessionOptions session,
    List<InspectorSpec> inspectors,
    Path contents) {}
