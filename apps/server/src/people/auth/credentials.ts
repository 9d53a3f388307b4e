import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";

/** Credentials of a request. Headers have priority. Cookies count only when no header is present. */
export interface Credentials {
  source: "headers" | "cookies";
  idToken: string | undefined;
  refreshToken: string | undefined;
}

/** Format of a refresh token: 32 bytes in base64url. */
const REFRESH_TOKEN = /^[\w-]{43}$/u;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const BEARER = /^Bearer +(\S+) *$/iu;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value) || undefined;

/** Returns the value of one cookie in a Cookie header. The server's own values need no unescaping. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** Returns the credentials of a request, or undefined when it has none. */
export function credentialsOf(request: FastifyRequest): Credentials | undefined {
  const { headers } = request;
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  const fromHeaders = { idToken: single(headers.idtoken) ?? bearer, refreshToken: single(headers.refreshtoken) };
  if (fromHeaders.idToken || fromHeaders.refreshToken) return wellFormed({ source: "headers", ...fromHeaders });
  const idToken = cookieOf(headers.cookie, "idToken");
  const refreshToken = cookieOf(headers.cookie, "refreshToken");
  return idToken || refreshToken ? wellFormed({ source: "cookies", idToken, refreshToken }) : undefined;
}

function wellFormed(credentials: Credentials): Credentials {
  const { refreshToken } = credentials;
  return refreshToken && !REFRESH_TOKEN.test(refreshToken) ? { ...credentials, refreshToken: undefined } : credentials;
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Rejects an unsafe request that is authenticated by cookies and comes from another site.
 * Browsers always send the origin of such a request, so a request without it does not come from a browser.
 * @throws AppError `cross-origin`
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!SAFE_METHODS.has(request.method)) assertOwnOrigin(request, publicUrl);
}

/**
 * Rejects a request from another site for any method. It is for long-lived responses such as streams.
 * @throws AppError `cross-origin`
 */
export function assertOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, referer } = request.headers;
  const site = single(request.headers["sec-fetch-site"]);
  const from = origin ?? (referer === undefined ? undefined : (originOf(referer) ?? "null"));
  if (from === undefined) {
    if (site === undefined || site === "same-origin" || site === "none") return;
    throw new AppError("cross-origin");
  }
  if (from === originOf(publicUrl) || from === originOf(`${request.protocol}://${request.host}`)) return;
  throw new AppError("cross-origin");
}

/** Sets one cookie. Without `maxAgeS` it ends with the browser session, and 0 removes it. */
export function setCookie(
  reply: FastifyReply,
  cookie: { name: string; value: string; secure: boolean; maxAgeS?: number; path?: string },
): void {
  const { name, value, secure, maxAgeS, path = "/" } = cookie;
  void reply.header(
    "set-cookie",
    `${name}=${value}; Path=${path}${maxAgeS === undefined ? "" : `; Max-Age=${maxAgeS}`}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  );
}

/** Sets both token cookies and replaces any that an earlier step set on this response. */
export function setSessionCookies(
  reply: FastifyReply,
  tokens: { idToken: string; refreshToken: string },
  options: { secure: boolean; maxAgeS?: number },
): void {
  void reply.removeHeader("set-cookie");
  setCookie(reply, { name: "idToken", value: tokens.idToken, ...options });
  setCookie(reply, { name: "refreshToken", value: tokens.refreshToken, ...options });
  setHint(reply, false);
}

/** Removes both token cookies from the browser. */
export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  void reply.removeHeader("idToken");
  setSessionCookies(reply, { idToken: "", refreshToken: "" }, { secure, maxAgeS: 0 });
}

/**
 * Cookie that scripts may read: the browser has no session. The portal then opens the sign-in page without requests that would be refused.
 * It grants nothing.
 */
const HINT = "signedOut";

function setHint(reply: FastifyReply, isSignedOut: boolean): void {
  const { headers, protocol } = reply.request;
  if ((cookieOf(headers.cookie, HINT) !== undefined) === isSignedOut) return;
  const value = isSignedOut ? "1" : "; Max-Age=0";
  void reply.header("set-cookie", `${HINT}=${value}; Path=/; SameSite=Lax${protocol === "https" ? "; Secure" : ""}`);
}

/** Says by a cookie, with the portal's page, whether the browser has no session. */
export function hintSession(reply: FastifyReply): void {
  const { cookie } = reply.request.headers;
  setHint(reply, cookieOf(cookie, "idToken") === undefined && cookieOf(cookie, "refreshToken") === undefined);
}
