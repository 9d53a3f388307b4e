import { z } from "zod";
import type { Vendor, VendorAddresses } from "../vendor.ts";
import { VendorError, type VendorErrorKind } from "../vendor-error.ts";
import { sendToVendor } from "../vendor-request.ts";
import { form, kindOf, readAnswer, requestTokens, requestWith } from "./oauth.ts";

/** The app sees only files and folders that it created. */
export const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive.file";

const Failure = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) });
const About = z.object({ user: z.object({ permissionId: z.string(), displayName: z.string(), emailAddress: z.string().optional() }) });

/** Kinds of failure by the reason that Google names. */
const REASONS: Record<string, VendorErrorKind> = {
  authError: "expired",
  userRateLimitExceeded: "busy",
  rateLimitExceeded: "busy",
  sharingRateLimitExceeded: "busy",
  storageQuotaExceeded: "full",
  teamDriveFileLimitExceeded: "full",
  insufficientPermissions: "revoked",
  notFound: "gone",
};

/** Google's OAuth 2.0 for web servers and Drive v3 (developers.google.com/identity/protocols/oauth2/web-server). */
export function createGoogleVendor(config: VendorAddresses): Vendor {
  const { GOOGLE_AUTH_URL, GOOGLE_TOKEN_URL, GOOGLE_REVOKE_URL, GOOGLE_API_URL } = config;
  const tokens = (values: Record<string, string>) => requestTokens("drive", { url: GOOGLE_TOKEN_URL, body: form(values) });
  const vendor: Vendor = {
    provider: "drive",
    usesPkce: true,
    hosts: [new URL(GOOGLE_API_URL).origin, ".googleapis.com"],
    authorizeUrl: ({ clientId }, { state, challenge, redirectUri }) => {
      const query = form({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: DRIVE_SCOPE,
        // Google issues a refresh token only after a consent page.
        access_type: "offline",
        prompt: "consent",
        include_granted_scopes: "true",
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return `${GOOGLE_AUTH_URL}/o/oauth2/v2/auth?${query.toString()}`;
    },
    exchange: async (app, { code, verifier, redirectUri }) => {
      const client = { client_id: app.clientId, client_secret: app.clientSecret };
      const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
      const issued = await tokens({ ...grant, ...client });
      // The consent page lets users leave out single scopes.
      if (!(issued.scopes ?? "").split(" ").includes(DRIVE_SCOPE))
        throw new VendorError("drive", "forbidden", { vendorCode: "access_denied" });
      return issued;
    },
    refresh: ({ clientId, clientSecret }, refreshToken) =>
      tokens({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret }),
    async account(accessToken) {
      const url = `${GOOGLE_API_URL}/drive/v3/about?fields=user(displayName,emailAddress,permissionId)`;
      const { user } = readAnswer("drive", About, await requestWith(vendor, accessToken, { url }));
      return { id: user.permissionId, name: user.displayName, email: user.emailAddress ?? null, details: {} };
    },
    async revoke({ accessToken, refreshToken }) {
      const body = form({ token: refreshToken ?? accessToken });
      const answer = await sendToVendor("drive", { method: "POST", url: GOOGLE_REVOKE_URL, body, timeoutMs: 5_000 });
      const isUnknown = z.object({ error: z.literal("invalid_token") }).safeParse(answer.json).success;
      return answer.status === 200 || isUnknown;
    },
    failureOf(answer) {
      if (answer.status < 400) return null;
      const reason = Failure.safeParse(answer.json).data?.error.errors[0]?.reason ?? "";
      return new VendorError("drive", REASONS[reason] ?? kindOf(answer.status), { vendorCode: reason, answer });
    },
  };
  return vendor;
}
