import type { IntegrationProvider } from "@stillreel/contract";
import { z } from "zod";
import type { ServiceApp, Vendor, VendorAddresses } from "../vendor.ts";
import { VendorError } from "../vendor-error.ts";
import { form, kindOf, readAnswer, requestTokens, requestWith } from "./oauth.ts";

const JIRA_SCOPES = "read:jira-work write:jira-work read:jira-user read:me offline_access";
const TRELLO_SCOPES = "read:board:trello write:board:trello read:member:trello offline_access";

const Me = z.object({ account_id: z.string(), name: z.string(), email: z.string().optional() });
const Member = z.object({ id: z.string(), username: z.string(), fullName: z.string().optional() });

/** The common sign-in of Atlassian's services. Each refresh token is valid once. */
function atlassianSignIn(provider: IntegrationProvider, base: string) {
  const tokens = ({ clientId, clientSecret }: ServiceApp, values: Record<string, string>) =>
    requestTokens(provider, {
      url: `${base}/oauth/token`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...values, client_id: clientId, client_secret: clientSecret }),
    });
  return {
    authorizeUrl: (values: Record<string, string>) =>
      `${base}/authorize?${form({ ...values, response_type: "code", prompt: "consent" }).toString()}`,
    exchange: (app: ServiceApp, values: Record<string, string>) => tokens(app, { grant_type: "authorization_code", ...values }),
    refresh: (app: ServiceApp, refreshToken: string) => tokens(app, { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

/** Atlassian's OAuth 2.0 (3LO) for Jira Cloud. It documents neither PKCE nor a call that ends a permission. */
export function createJiraVendor({ ATLASSIAN_AUTH_URL, ATLASSIAN_API_URL }: VendorAddresses): Vendor {
  const signIn = atlassianSignIn("jira", ATLASSIAN_AUTH_URL);
  const vendor: Vendor = {
    provider: "jira",
    usesPkce: false,
    hosts: [new URL(ATLASSIAN_API_URL).origin],
    authorizeUrl: ({ clientId }, { state, redirectUri }) =>
      signIn.authorizeUrl({ audience: "api.atlassian.com", client_id: clientId, scope: JIRA_SCOPES, redirect_uri: redirectUri, state }),
    exchange: (app, { code, redirectUri }) => signIn.exchange(app, { code, redirect_uri: redirectUri }),
    refresh: signIn.refresh,
    async account(accessToken) {
      const me = readAnswer("jira", Me, await requestWith(vendor, accessToken, { url: `${ATLASSIAN_API_URL}/me` }));
      return { id: me.account_id, name: me.name, email: me.email ?? null, details: {} };
    },
    revoke: async () => false,
    failureOf: (answer) => (answer.status < 400 ? null : new VendorError("jira", kindOf(answer.status), { answer })),
  };
  return vendor;
}

/** Trello's OAuth 2.0, which is that of Atlassian with a code challenge. It has no call that ends a permission. */
export function createTrelloVendor({ ATLASSIAN_AUTH_URL, TRELLO_API_URL }: VendorAddresses): Vendor {
  const signIn = atlassianSignIn("trello", ATLASSIAN_AUTH_URL);
  const vendor: Vendor = {
    provider: "trello",
    usesPkce: true,
    hosts: [new URL(TRELLO_API_URL).origin],
    authorizeUrl: ({ clientId }, { state, challenge, redirectUri }) =>
      signIn.authorizeUrl({
        client_id: clientId,
        scope: TRELLO_SCOPES,
        redirect_uri: redirectUri,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }),
    exchange: (app, { code, verifier, redirectUri }) => signIn.exchange(app, { code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: signIn.refresh,
    async account(accessToken) {
      const url = `${TRELLO_API_URL}/1/members/me?fields=id,username,fullName`;
      const member = readAnswer("trello", Member, await requestWith(vendor, accessToken, { url }));
      return { id: member.id, name: member.fullName ?? member.username, email: null, details: { username: member.username } };
    },
    revoke: async () => false,
    failureOf: (answer) => (answer.status < 400 ? null : new VendorError("trello", kindOf(answer.status), { answer })),
  };
  return vendor;
}
