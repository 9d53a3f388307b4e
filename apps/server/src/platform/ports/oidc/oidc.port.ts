/** What an identity provider says of a person, checked: signature, issuer, audience, expiry and nonce were right. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  /** Google Workspace's domain, where there is one. */
  hostedDomain: string | undefined;
}

/** What must be remembered between leaving for the provider and coming back. */
export interface OidcHandshake {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Why a sign-in did not come about: the person said no, or anything else. */
export type ProviderRefusal = "declined" | "invalid" | "unavailable";

export type ProviderOutcome = { ok: true; claims: ProviderClaims } | { ok: false; reason: ProviderRefusal; cause: unknown };

/** Sign-in by OpenID Connect: authorization code with PKCE. */
export interface OidcProvider {
  /** Where to send the browser, and what to remember for its return. Throws when the provider cannot be reached. */
  start(redirectUri: string): Promise<{ url: string; handshake: OidcHandshake }>;
  /** Trades the returned code for claims. `callbackUrl` is the whole address that the browser came back to. */
  finish(callbackUrl: string, handshake: OidcHandshake): Promise<ProviderOutcome>;
}

/** Checks Google's ID tokens. */
export interface GoogleCredentials {
  verify(credential: string): Promise<ProviderOutcome>;
}
