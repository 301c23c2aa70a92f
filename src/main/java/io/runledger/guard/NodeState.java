package io.runledger.guard;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a node answers. Logs when that changes, and only then: an outage is two lines. */
final class NodeState {
  private static final Logger log = LoggerFactory.getLogger(NodeState.class);
  private static final String NO_ANSWER = "no answer in time";
  private static final int LONGEST_DETAIL = 200;

  /** What Redis says of its script before the error, and Redisson of its channel after it. */
  private static final Pattern CONTEXT =
      Pattern.compile("^ERR Error running script .*@user_script: ?\\d+: -?|\\. channel:.*$");

  private final String node;
  private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();
  private final AtomicReference<@Nullable String> strangeKey = new AtomicReference<>();
  private volatile boolean silent;

  NodeState(String node) {
    this.node = node;
  }

  /** What is wrong with the node, for people; null if it last answered. */
  @Nullable String trouble() {
    return trouble.get();
  }

  void answered() {
    if (trouble.getAndSet(null) != null) {
      log.atInfo().addKeyValue("node", node).log("The filter can use this node again");
    }
  }

  void failed(Throwable failure) {
    if (silent || isStrangeKey(failure)) {
      return;
    }
    String detail = describe(failure);
    if (trouble.getAndSet(detail) == null) {
      log.atWarn()
          .addKeyValue("node", node)
          .addKeyValue("cause", detail)
          .log("The filter cannot use this node; it counts as unknown, and the lease decides");
    }
  }

  /** Whether a key of ours holds something that is no lock, which is no fault of the node. */
  static boolean isStrangeKey(Throwable failure) {
    String message = failure.getMessage();
    return message != null && message.contains("WRONGTYPE");
  }

  void foundStrangeKey(String key) {
    if (!key.equals(strangeKey.getAndSet(key))) {
      log.atWarn()
          .addKeyValue("node", node)
          .addKeyValue("key", key)
          .log("This key holds no lock; its filter counts as unknown. Delete the key");
    }
  }

  /** The node is being closed: what fails from now on is no news. */
  void silence() {
    silent = true;
  }

  private static String describe(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage();
    if (root instanceof TimeoutException || root instanceof RedisTimeoutException) {
      return NO_ANSWER;
    }
    if (message == null) {
      return root.getClass().getSimpleName();
    }
    String said = CONTEXT.matcher(message).replaceAll("");
    return said.length() <= LONGEST_DETAIL ? said : said.substring(0, LONGEST_DETAIL) + "...";
  }
}
