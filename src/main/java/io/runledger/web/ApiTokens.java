package io.runledger.web;

import org.jspecify.annotations.Nullable;

/**
 * Which bearer tokens are accepted, and how they are read.
 *
 * @param issuerUri who issues them; asked for its keys if those are nowhere else
 * @param jwkSetUri where the keys are; null to ask the issuer
 * @param audience whom a token must be for; null for anybody
 * @param rolesClaim the claim with the roles: a list or a text with blanks; a dot goes a level down
 * @param nameClaim the claim with the name that is kept as the actor
 */
public record ApiTokens(
    @Nullable String issuerUri,
    @Nullable String jwkSetUri,
    @Nullable String audience,
    String rolesClaim,
    String nameClaim) {}
