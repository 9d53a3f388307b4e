import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** An unlocked link stays open in this browser for this long, in seconds. */
export const UNLOCK_TTL_S = 12 * 3600;

/** The cookie that remembers one unlocked link; one per slug, so that links know nothing of each other. */
export function unlockCookieName(slug: string): string {
  return `unlock-${createHash("sha256").update(slug).digest("base64url").slice(0, 16)}`;
}

/**
 * The `Set-Cookie` headers of it. The second one is for frames on other sites, kept apart for each of these sites; browsers take it
 * only where the connection is safe.
 */
export function unlockCookieHeaders(slug: string, value: string, isSecure: boolean): string[] {
  const cookie = (site: "Lax" | "None"): string =>
    `${unlockCookieName(slug)}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${UNLOCK_TTL_S}`;
  return isSecure ? [`${cookie("Lax")}; Secure`, `${cookie("None")}; Secure; Partitioned`] : [cookie("Lax")];
}

/** The cookie's value out of a request's `Cookie` header. */
export function unlockCookieOf(cookieHeader: string | undefined, slug: string): string | undefined {
  if (!cookieHeader?.includes("unlock-")) return undefined;
  const start = `${unlockCookieName(slug)}=`;
  return cookieHeader
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/**
 * Signs and checks unlock cookies. They hold for one slug and one password: changing the password locks everybody out again.
 * A link that has none, but lets only so many in, signs an empty one.
 */
export function createUnlockSigner(key: Buffer) {
  const mac = (slug: string, passwordHash: string, expires: string): string =>
    createHmac("sha256", key).update(`${slug}\n${expires}\n${passwordHash}`).digest("base64url");
  return {
    sign(slug: string, passwordHash: string, now: Date): string {
      const expires = String(Math.floor(now.getTime() / 1000) + UNLOCK_TTL_S);
      return `${expires}.${mac(slug, passwordHash, expires)}`;
    },
    opens(value: string | undefined, slug: string, passwordHash: string, now: Date): boolean {
      const [expires = "", signature = ""] = (value ?? "").split(".", 2);
      if (!/^\d{1,12}$/u.test(expires) || Number(expires) * 1000 <= now.getTime()) return false;
      const expected = Buffer.from(mac(slug, passwordHash, expires));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
