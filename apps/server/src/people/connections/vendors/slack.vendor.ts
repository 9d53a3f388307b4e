import { z } from "zod";
import type { ServiceApp, Vendor, VendorAddresses } from "../vendor.ts";
import { type VendorAnswer, VendorError, type VendorErrorKind } from "../vendor-error.ts";
import { sendToVendor } from "../vendor-request.ts";
import { basic, form, kindOf, readAnswer, requestWith, tokensOf } from "./oauth.ts";

const SCOPES = "channels:read,groups:read,channels:join,chat:write,chat:write.public,files:write";

const Failure = z.object({ ok: z.literal(false), error: z.string() });
const Test = z.object({ team_id: z.string(), team: z.string(), url: z.string() });

/** Kinds of failure by Slack's word. Its status is 200 also for failures. */
const WORDS: Record<string, VendorErrorKind> = {
  token_expired: "expired",
  invalid_auth: "expired",
  not_authed: "expired",
  token_revoked: "revoked",
  account_inactive: "revoked",
  missing_scope: "revoked",
  invalid_refresh_token: "revoked",
  ratelimited: "busy",
  rate_limited: "busy",
  storage_limit_reached: "full",
  channel_not_found: "gone",
  is_archived: "gone",
  file_not_found: "gone",
  not_in_channel: "forbidden",
  restricted_action: "forbidden",
  posting_to_channel_denied: "forbidden",
  file_uploads_disabled: "forbidden",
  internal_error: "unreachable",
  fatal_error: "unreachable",
  service_unavailable: "unreachable",
  request_timeout: "unreachable",
};

function failureOf(answer: VendorAnswer): VendorError | null {
  const word = Failure.safeParse(answer.json).data?.error;
  if (word === undefined && answer.status < 400) return null;
  const kind = (word === undefined ? undefined : WORDS[word]) ?? kindOf(answer.status);
  return new VendorError("slack", kind, { vendorCode: word ?? "", answer });
}

/** Slack's OAuth 2.0 and its Web API (docs.slack.dev). A code challenge would turn the app into a public client, so there is none. */
export function createSlackVendor({ SLACK_BASE_URL }: VendorAddresses): Vendor {
  async function tokens(app: ServiceApp, values: Record<string, string>) {
    const send = (): Promise<VendorAnswer> =>
      sendToVendor("slack", {
        method: "POST",
        url: `${SLACK_BASE_URL}/api/oauth.v2.access`,
        headers: { authorization: basic(app.clientId, app.clientSecret) },
        body: form(values),
        timeoutMs: 10_000,
      });
    const answer = await send().catch(send);
    const failed = failureOf(answer);
    if (failed) throw failed;
    return tokensOf("slack", answer);
  }
  const vendor: Vendor = {
    provider: "slack",
    usesPkce: false,
    hosts: [new URL(SLACK_BASE_URL).origin, ".slack.com"],
    authorizeUrl: ({ clientId }, { state, redirectUri }) =>
      `${SLACK_BASE_URL}/oauth/v2/authorize?${form({ client_id: clientId, scope: SCOPES, redirect_uri: redirectUri, state }).toString()}`,
    exchange: (app, { code, redirectUri }) => tokens(app, { code, redirect_uri: redirectUri }),
    refresh: (app, refreshToken) => tokens(app, { grant_type: "refresh_token", refresh_token: refreshToken }),
    async account(accessToken) {
      const request = { method: "POST", url: `${SLACK_BASE_URL}/api/auth.test` } as const;
      const { team_id, team, url } = readAnswer("slack", Test, await requestWith(vendor, accessToken, request));
      return { id: team_id, name: team, email: null, details: { url } };
    },
    async revoke({ accessToken }) {
      await requestWith(vendor, accessToken, { method: "POST", url: `${SLACK_BASE_URL}/api/auth.revoke`, timeoutMs: 5_000 });
      return true;
    },
    failureOf,
  };
  return vendor;
}
