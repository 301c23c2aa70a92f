package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import io.runledger.test.TcpProxy;
import java.util.List;

/** The Redis of a hunt, and what is done to it. A server that is away is no error in any of it. */
interface HuntRedis extends AutoCloseable {

  /** The ports that a pod reaches it by, each through a link of the pod's own. */
  List<Integer> ports();

  /**
   * Tells a pod where it is.
   *
   * @param links to each of {@link #ports()}, in their order
   */
  void tell(ChildPod.Builder pod, List<TcpProxy> links);

  /** It forgets everything. */
  void empty();

  /** It does not answer until {@link #resume()}. */
  void hang();

  void resume();

  /** It is killed and comes back at once, empty. */
  void restart();

  /** It takes no writes until {@link #takeWrites()}. */
  void refuseWrites();

  void takeWrites();

  /** The replicas do not get what the master gets from now on; that is about to be lost. */
  Failover failover(int which);

  /** All of it works again. */
  void heal();

  @Override
  void close();

  /** A failover, in the two steps that are left of it. */
  interface Failover {

    /** The master's machine is gone: no answer, no close, no reset. */
    void loseMaster();

    /** It comes back, and still takes itself for the master until Sentinel tells it. */
    void comeBack();
  }
}
