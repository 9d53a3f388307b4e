import type { Configuration } from "openid-client";
import type { Config } from "../../config/config.ts";
import type { OidcProvider } from "./oidc.port.ts";
import { claimsOf } from "./provider-claims.ts";

/** The configured provider, or null. Its library and metadata are loaded with the first sign-in. */
export function createOidcProvider(config: Config): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (!issuer || !clientId || !clientSecret) return null;
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await import("openid-client");
    const options = { timeout: 10, ...(config.ALLOW_INSECURE_UPSTREAM ? { execute: [client.allowInsecureRequests] } : {}) };
    return client.discovery(new URL(issuer as string), clientId as string, clientSecret, undefined, options);
  }

  /** Loads the metadata; after an error the next call retries. */
  function metadata(): Promise<Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  return {
    async start(redirectUri, again) {
      const [client, provider] = await Promise.all([import("openid-client"), metadata()]);
      const handshake = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(handshake.codeVerifier),
        code_challenge_method: "S256",
        state: handshake.state,
        nonce: handshake.nonce,
        ...(again ? { prompt: "login", max_age: "0" } : {}),
      });
      return { url: url.href, handshake };
    },

    async finish(callbackUrl, { state, nonce, codeVerifier }) {
      const client = await import("openid-client");
      try {
        const provider = await metadata();
        const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
        const tokens = await client.authorizationCodeGrant(provider, new URL(callbackUrl), checks);
        const inToken = tokens.claims();
        if (!inToken) return { ok: false, reason: "invalid", cause: new Error("no ID token") };
        // Many providers omit e-mail and name in the ID token; their userinfo endpoint returns them.
        const more =
          typeof inToken.email === "string" || !provider.serverMetadata().userinfo_endpoint
            ? {}
            : await client.fetchUserInfo(provider, tokens.access_token, inToken.sub);
        return claimsOf({ ...more, ...inToken });
      } catch (error) {
        const declined = error instanceof client.AuthorizationResponseError && error.error === "access_denied";
        return { ok: false, reason: declined ? "declined" : "invalid", cause: error };
      }
    },
  };
}
