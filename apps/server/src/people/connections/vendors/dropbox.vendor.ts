import { z } from "zod";
import type { Vendor, VendorAddresses } from "../vendor.ts";
import { type VendorAnswer, VendorError, type VendorErrorKind } from "../vendor-error.ts";
import { basic, form, kindOf, readAnswer, requestTokens, requestWith } from "./oauth.ts";

const SCOPES = "account_info.read files.content.write files.metadata.read sharing.write sharing.read";

const Failure = z.object({ error_summary: z.string() });
const Account = z.object({ account_id: z.string(), name: z.object({ display_name: z.string() }), email: z.string() });

/** Returns the kind of a failure by its summary, such as `path/insufficient_space/..`. */
function kindOfSummary(summary: string, { status }: VendorAnswer): VendorErrorKind {
  if (/^(?:invalid|expired)_access_token/u.test(summary)) return "expired";
  if (/^(?:missing_scope|user_suspended)/u.test(summary)) return "revoked";
  if (summary.includes("insufficient_space")) return "full";
  if (summary.includes("too_many_")) return "busy";
  if (/(?:^|\/)(?:not_found|not_folder)/u.test(summary)) return "gone";
  if (/no_write_permission|access_denied|disallowed_name/u.test(summary)) return "forbidden";
  return kindOf(status);
}

/** Dropbox's OAuth 2.0 and its API, version 2 (dropbox.com/developers/documentation/http). */
export function createDropboxVendor({ DROPBOX_AUTH_URL, DROPBOX_API_URL, DROPBOX_CONTENT_URL }: VendorAddresses): Vendor {
  const url = `${DROPBOX_API_URL}/oauth2/token`;
  const vendor: Vendor = {
    provider: "dropbox",
    usesPkce: true,
    hosts: [new URL(DROPBOX_API_URL).origin, new URL(DROPBOX_CONTENT_URL).origin],
    authorizeUrl: ({ clientId }, { state, challenge, redirectUri }) => {
      const query = form({
        client_id: clientId,
        response_type: "code",
        redirect_uri: redirectUri,
        token_access_type: "offline",
        scope: SCOPES,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return `${DROPBOX_AUTH_URL}/oauth2/authorize?${query.toString()}`;
    },
    exchange: (app, { code, verifier, redirectUri }) =>
      requestTokens("dropbox", {
        url,
        headers: { authorization: basic(app.clientId, app.clientSecret) },
        body: form({ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier }),
      }),
    refresh: (app, refreshToken) =>
      requestTokens("dropbox", {
        url,
        headers: { authorization: basic(app.clientId, app.clientSecret) },
        body: form({ grant_type: "refresh_token", refresh_token: refreshToken }),
      }),
    async account(accessToken) {
      // Calls without an argument have no body and no content type.
      const request = { method: "POST", url: `${DROPBOX_API_URL}/2/users/get_current_account` } as const;
      const account = readAnswer("dropbox", Account, await requestWith(vendor, accessToken, request));
      return { id: account.account_id, name: account.name.display_name, email: account.email, details: {} };
    },
    async revoke({ accessToken }) {
      await requestWith(vendor, accessToken, { method: "POST", url: `${DROPBOX_API_URL}/2/auth/token/revoke`, timeoutMs: 5_000 });
      return true;
    },
    failureOf(answer) {
      if (answer.status < 400) return null;
      const summary = Failure.safeParse(answer.json).data?.error_summary ?? "";
      return new VendorError("dropbox", kindOfSummary(summary, answer), { vendorCode: summary, answer });
    },
  };
  return vendor;
}
