/** Verified claims of an identity provider: signature, issuer, audience, expiry and nonce are valid. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  /** Google Workspace domain, if any. */
  hostedDomain: string | undefined;
  /** Value that binds the claims to one request. OpenID Connect checks it itself; for Google the caller does. */
  nonce: string | undefined;
  /** Time at which the user entered their credentials at the provider, if the provider reports it. */
  authenticatedAt: Date | undefined;
}

/** Data that is stored between the redirect to the provider and the return. */
export interface OidcHandshake {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Reason of a failed sign-in: the user declined, or another error. */
export type ProviderRefusal = "declined" | "invalid" | "unavailable";

export type ProviderOutcome = { ok: true; claims: ProviderClaims } | { ok: false; reason: ProviderRefusal; cause: unknown };

/** Sign-in by OpenID Connect: authorization code with PKCE. */
export interface OidcProvider {
  /**
   * Returns the redirect address and the data for the return. Throws when the provider is unreachable.
   * @param again asks the provider to let the user enter their credentials even if they are signed in there. Claims prove it by `authenticatedAt`.
   */
  start(redirectUri: string, again?: "again"): Promise<{ url: string; handshake: OidcHandshake }>;
  /** Exchanges the returned code for claims. `callbackUrl` is the complete address of the return. */
  finish(callbackUrl: string, handshake: OidcHandshake): Promise<ProviderOutcome>;
}

/** Verifies Google's ID tokens. */
export interface GoogleCredentials {
  verify(credential: string): Promise<ProviderOutcome>;
}
