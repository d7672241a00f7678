// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.jspecify.annotations.Nullable;

/**
 * Digests of the content of one version of a file. A reporter attaches them to the file's object as
 * an extended record after the version's last change.
 *
 * <p>The object also gets the {@link #name}, so that every store finds objects by content. If
 * several objects had one content, the name belongs to the object that was seen last. Empty content
 * has no name, since it proves no identity.
 *
 * @param sha256 SHA-256 of the content, in lower-case hexadecimal.
 * @param git the id of the content as a blob of git, in lower-case hexadecimal.
 * @param size number of bytes.
 * @param fsVerity the root of the file's Merkle tree in fs-verity, in lower-case hexadecimal; null
 *     if the file has none. It also depends on the tree's parameters, so it does not count in
 *     comparisons.
 */
public record FileDigest(String sha256, String git, long size, @Nullable String fsVerity) {
  /** Type of the extended record. */
  public static final String TYPE = "file-digest";

  /** The beginning of each {@link #name}. */
  public static final Bytes SCHEME = Bytes.of("sha256:");

  private static final Bytes GIT_SCHEME = Bytes.of("git:");
  private static final Bytes VERITY_SCHEME = Bytes.of("fs-verity:");
  private static final int HEX_DIGITS = 64;
  private static final int GIT_HEX_DIGITS = 40;

  private static final Pattern FORM =
      Pattern.compile(
          "sha256=([0-9a-f]{64}) git=([0-9a-f]{40}) size=([0-9]{1,18})"
              + "(?: fs-verity=((?:[0-9a-f]{64}){1,2}))?");

  private static final Pattern CONTENT =
      Pattern.compile("((?:sha256|git|fs-verity):([0-9A-Fa-f]+))(?:@.*)?");

  /** Creates the digests of a content without fs-verity. */
  public FileDigest(String sha256, String git, long size) {
    this(sha256, git, size, null);
  }

  /**
   * Parses the data of an extended record.
   *
   * @throws org.colophon.core.error.ColophonException BAD_INPUT if it holds no digests
   */
  public static FileDigest of(Bytes data) {
    Matcher form = FORM.matcher(data.toString());
    if (!form.matches()) {
      throw ErrorCode.BAD_INPUT.exception(
          "'%s' is not a digest: write it as 'sha256=HEX git=HEX size=N'"
              .formatted(data.display()));
    }
    long size = Long.parseLong(form.group(3));
    return new FileDigest(form.group(1), form.group(2), size, form.group(4));
  }

  /**
   * Returns whether a type is that of digests, states or written ranges, which questions about
   * records omit.
   */
  public static boolean isOfFile(String type) {
    return type.equals(TYPE) || type.equals(FileState.TYPE) || type.equals(ByteMap.RANGES);
  }

  /** Returns the data of an extended record. */
  public Bytes bytes() {
    String verity = fsVerity == null ? "" : " fs-verity=" + fsVerity;
    return Bytes.of("sha256=%s git=%s size=%d%s".formatted(sha256, git, size, verity));
  }

  /** Returns the name of the content. */
  public Bytes name() {
    return SCHEME.concat(Bytes.of(sha256));
  }

  /** Returns whether a name is the {@link #name} of a content, and so not a name for people. */
  public static boolean isName(Bytes name) {
    return isHex(name, SCHEME, HEX_DIGITS);
  }

  /**
   * Returns whether a text is the {@link #name} of a content, {@code git:} and its blob id, or
   * {@code fs-verity:} and a root.
   */
  public static boolean isContent(Bytes text) {
    return isName(text)
        || isHex(text, GIT_SCHEME, GIT_HEX_DIGITS)
        || isHex(text, VERITY_SCHEME, HEX_DIGITS)
        || isHex(text, VERITY_SCHEME, 2 * HEX_DIGITS);
  }

  /** Returns whether a text for which {@link #isContent} holds means this content. */
  public boolean isMeantBy(Bytes content) {
    return content.equals(name())
        || content.equals(GIT_SCHEME.concat(Bytes.of(git)))
        || (fsVerity != null && content.equals(VERITY_SCHEME.concat(Bytes.of(fsVerity))));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileDigest digest
        && size == digest.size
        && sha256.equals(digest.sha256)
        && git.equals(digest.git);
  }

  @Override
  public int hashCode() {
    return Objects.hash(sha256, git, size);
  }

  /**
   * Rejects a text that would be a content with another number of digits, or lower-case digits.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST
   */
  public static void rejectMalformed(Bytes text) {
    Matcher form = CONTENT.matcher(text.toString());
    if (form.matches() && !isContent(Bytes.of(form.group(1)))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "'%s' has %d digits: write a content as sha256: and 64, git: and 40, or fs-verity: and 64 or 128 lower-case hexadecimal digits"
              .formatted(text.display(), form.group(2).length()));
    }
  }

  private static boolean isHex(Bytes name, Bytes scheme, int digits) {
    if (name.length() != scheme.length() + digits || !name.startsWith(scheme)) {
      return false;
    }
    for (int i = scheme.length(); i < name.length(); i++) {
      int digit = name.at(i);
      if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
        return false;
      }
    }
    return true;
  }
}
