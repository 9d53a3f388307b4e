import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";

/** What a request brought along to say who it is from. Headers win; cookies count only when no header does. */
export interface Credentials {
  source: "headers" | "cookies";
  idToken: string | undefined;
  refreshToken: string | undefined;
}

/** A refreshToken is 32 bytes in base64url. */
const REFRESH_TOKEN = /^[\w-]{43}$/u;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const BEARER = /^Bearer +(\S+) *$/iu;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value) || undefined;

/** The value of one cookie in a Cookie header. Our values need no unescaping. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** Undefined when the request brings nothing that could sign anybody in. */
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
 * Refuses an unsafe request that lives on cookies and comes from another site.
 * Browsers always say where such a request comes from; a request that says nothing is no browser's.
 * @throws AppError `cross-origin`
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!SAFE_METHODS.has(request.method)) assertOwnOrigin(request, publicUrl);
}

/**
 * Refuses a request that comes from another site, whatever its method: for answers that live on, such as streams.
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

/** Sets one cookie of ours. Without `maxAgeS` it ends with the browser's session; 0 removes it. */
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

/** Gives both tokens to the browser, in place of any that an earlier step of this answer set. */
export function setSessionCookies(
  reply: FastifyReply,
  tokens: { idToken: string; refreshToken: string },
  options: { secure: boolean; maxAgeS?: number },
): void {
  void reply.removeHeader("set-cookie");
  setCookie(reply, { name: "idToken", value: tokens.idToken, ...options });
  setCookie(reply, { name: "refreshToken", value: tokens.refreshToken, ...options });
}

/** Takes both tokens away from the browser. */
export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  void reply.removeHeader("idToken");
  setSessionCookies(reply, { idToken: "", refreshToken: "" }, { secure, maxAgeS: 0 });
}
