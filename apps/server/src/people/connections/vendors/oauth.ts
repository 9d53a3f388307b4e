import type { IntegrationProvider } from "@stillreel/contract";
import { z } from "zod";
import type { IssuedTokens, Vendor } from "../vendor.ts";
import { type VendorAnswer, VendorError, type VendorErrorKind } from "../vendor-error.ts";
import { sendToVendor, type VendorRequest } from "../vendor-request.ts";

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().optional(),
  scope: z.string().optional(),
});

/** Maximum time in milliseconds for an answer with tokens: a row is locked meanwhile. */
const TOKEN_TIMEOUT_MS = 10_000;

/** Returns a form body without undefined values. */
export const form = (values: Record<string, string | undefined>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Value of the header `Authorization` for a client with a secret (RFC 6749, 2.3.1). */
export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

/** Returns the tokens of an answer (RFC 6749, 5.1). @throws VendorError `invalid` for any other answer */
export function tokensOf(provider: IntegrationProvider, answer: VendorAnswer): IssuedTokens {
  const parsed = TokenAnswer.safeParse(answer.json);
  if (!parsed.success) throw new VendorError(provider, "unreachable", { answer });
  const { access_token, refresh_token, expires_in, scope } = parsed.data;
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    livesS: expires_in ?? null,
    scopes: scope?.replaceAll(",", " ") ?? null,
  };
}

/**
 * Asks for tokens. An error answer (RFC 6749, 5.2) to a refresh token that is no longer valid is `revoked`.
 * The request is repeated once when its answer is lost: services accept a refresh token again for a short time.
 */
export async function requestTokens(
  provider: IntegrationProvider,
  request: Omit<VendorRequest, "method" | "timeoutMs">,
): Promise<IssuedTokens> {
  const send = (): Promise<VendorAnswer> => sendToVendor(provider, { ...request, method: "POST", timeoutMs: TOKEN_TIMEOUT_MS });
  const answer = await send().catch(send);
  if (answer.status === 200) return tokensOf(provider, answer);
  throw failure(provider, answer, wordOf(answer));
}

const Refusal = z.object({ error: z.string() });
const wordOf = ({ json }: VendorAnswer): string => Refusal.safeParse(json).data?.error ?? "";

function failure(provider: IntegrationProvider, answer: VendorAnswer, word: string): VendorError {
  const kind = word === "invalid_grant" ? "revoked" : kindOf(answer.status);
  // Credentials that the service does not know are a mistake of the configuration: the user's permission stays.
  return new VendorError(provider, kind === "expired" ? "invalid" : kind, { vendorCode: word, answer });
}

/** Returns the kind of failure that a status means in general. */
export function kindOf(status: number): VendorErrorKind {
  if (status === 401) return "expired";
  if (status === 403) return "forbidden";
  if (status === 404 || status === 410) return "gone";
  if (status === 429) return "busy";
  if (status === 507) return "full";
  return status >= 500 ? "unreachable" : "invalid";
}

/** Sends a request with a token and returns its answer. @throws VendorError for the failures of the service */
export async function requestWith(
  vendor: Pick<Vendor, "provider" | "failureOf">,
  accessToken: string,
  request: VendorRequest,
): Promise<VendorAnswer> {
  const headers = { ...request.headers, authorization: `Bearer ${accessToken}` };
  const answer = await sendToVendor(vendor.provider, { ...request, headers });
  const failed = vendor.failureOf(answer);
  if (failed) throw failed;
  return answer;
}

/** Reads an answer of a service by a schema. @throws VendorError `unreachable` when it does not have this form */
export function readAnswer<S extends z.ZodType>(provider: IntegrationProvider, schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError(provider, "unreachable", { answer });
  return parsed.data;
}
