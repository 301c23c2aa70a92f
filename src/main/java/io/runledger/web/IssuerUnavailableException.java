package io.runledger.web;

import org.springframework.security.core.AuthenticationException;

/** Whether a token is good could not be found out. */
final class IssuerUnavailableException extends AuthenticationException {

  private static final long serialVersionUID = 1L;

  IssuerUnavailableException(Throwable cause) {
    super("The issuer's keys could not be read.", cause);
  }
}
