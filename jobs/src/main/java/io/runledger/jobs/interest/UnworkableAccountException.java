package io.runledger.jobs.interest;

/** Something about an account keeps its interest from being worked out. */
final class UnworkableAccountException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String whatToDo;

  UnworkableAccountException(String reason, String whatToDo) {
    super(reason);
    this.whatToDo = whatToDo;
  }

  Failure failure(Account account) {
    return new Failure(account.accountId(), String.valueOf(getMessage()), whatToDo);
  }
}
