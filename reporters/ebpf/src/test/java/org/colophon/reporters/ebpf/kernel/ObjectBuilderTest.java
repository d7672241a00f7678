package org.colophon.reporters.ebpf.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectBuilderTest {
  @TempDir Path directory;

  @Test
  void namesMissingToolWhenObjectCannotBeBuilt() {
    ObjectBuilder builder = new ObjectBuilder(directory, "/nowhere");
    ColophonException failure = catchThrowableOfType(ColophonException.class, builder::build);
    assertThat(failure.code()).isEqualTo(ErrorCode.TOOL_MISSING);
    assertThat(failure.getMessage()).containsPattern("apt-get install clang|trace --with strace");
  }
}
