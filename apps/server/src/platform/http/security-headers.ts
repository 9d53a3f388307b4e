import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Config } from "../config/config.ts";
import { parseDsn } from "../config/sentry-dsn.ts";

/** Origin of Google's sign-in script and frame, allowed only when that sign-in is configured. */
const GOOGLE = "https://accounts.google.com/gsi/";

/** Returns the hosts that browsers fetch media from when the store is S3 (its public address, if different). */
function storageOrigins(storageUrl: string | undefined): string[] {
  if (!storageUrl?.startsWith("s3")) return [];
  const url = new URL(storageUrl);
  const endpoint = url.searchParams.get("publicEndpoint");
  if (endpoint) return [new URL(endpoint).origin];
  return [`${url.protocol === "s3+http:" ? "http" : "https"}://${url.host}`];
}

/** Returns the content security policy of pages. Media and other inert responses replace it with a stricter one. */
export function contentSecurityPolicy(config: Config): string {
  const google = config.GOOGLE_CLIENT_ID ? [GOOGLE] : [];
  const reports = config.SENTRY_BROWSER_DSN ? [parseDsn(config.SENTRY_BROWSER_DSN)?.origin ?? ""] : [];
  const store = storageOrigins(config.STORAGE_URL);
  const sources: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...google],
    "style-src": ["'self'", "'unsafe-inline'", ...google],
    "img-src": ["'self'", "data:", "blob:", ...store],
    "media-src": ["'self'", "blob:", ...store],
    "connect-src": ["'self'", ...store, ...google, ...reports],
    "frame-src": google.length > 0 ? google : ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
  };
  return Object.entries(sources)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

/** Returns the headers of every response, whatever its status. A route may override them. */
export function securityHeaders(config: Config, publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(config),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:")
      ? { "strict-transport-security": `max-age=31536000${config.HSTS_SUBDOMAINS ? "; includeSubDomains" : ""}` }
      : {}),
  };
}

/**
 * Allows pages of any site to embed this response in a frame. Only for pages made for frames that cannot act for a
 * user.
 */
export function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  void reply
    .removeHeader("x-frame-options")
    .header("content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors *"));
}

/** Returns the sources for `script-src` that allow the inline scripts of a page, and no other inline script. */
export const inlineScriptSources = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/giu)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

/** Adds sources of scripts to the policy of this response. */
export function allowScripts(reply: FastifyReply, sources: readonly string[]): void {
  if (sources.length === 0) return;
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  void reply.header("content-security-policy", policy.replace("script-src 'self'", `script-src 'self' ${sources.join(" ")}`));
}
