package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.Test;

/** Asking an adapter that is replaced at the same moment. */
class PastTest {
  /** A reader whose adapter is closed, after something else has happened. */
  private static LineageReader closed(Runnable before) {
    return (LineageReader)
        Proxy.newProxyInstance(
            PastTest.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              before.run();
              throw new ColophonException(ErrorCode.ADAPTER_FAILED, "it is closed");
            });
  }

  @Test
  void shouldAskTheSuccessorWhenTheAdapterIsClosedMeanwhile() {
    Past[] past = new Past[1];
    LineageReader successor = EmptyReader.atLsn(7);
    LineageReader replaced = closed(() -> past[0].moveTo(successor));
    past[0] = new Past(replaced, lsn -> successor, Past.Others.NONE);
    assertThat(past[0].processByIdentity(Bytes.of("p"))).isZero();
    past[0].moveTo(replaced);
    assertThat(past[0].hasIdentity(1)).isFalse();
  }

  @Test
  void shouldFailWhenTheAdapterFailedAndNoneIsInItsPlace() {
    Past past = new Past(closed(() -> {}), lsn -> null, Past.Others.NONE);
    assertThatThrownBy(() -> past.objectByIdentity(Bytes.of("o"))).hasMessage("it is closed");
  }
}
