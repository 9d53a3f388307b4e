import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Validity of an unlocked link in a browser, in seconds. */
export const UNLOCK_TTL_S = 12 * 3600;

/** Returns the name of the unlock cookie; one per slug, so that links are independent. */
export function unlockCookieName(slug: string): string {
  return `unlock-${createHash("sha256").update(slug).digest("base64url").slice(0, 16)}`;
}

/**
 * Returns the `Set-Cookie` headers. The second one is partitioned for frames on other sites; browsers accept it on secure
 * connections only.
 */
export function unlockCookieHeaders(slug: string, value: string, isSecure: boolean): string[] {
  const cookie = (site: "Lax" | "None"): string =>
    `${unlockCookieName(slug)}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${UNLOCK_TTL_S}`;
  return isSecure ? [`${cookie("Lax")}; Secure`, `${cookie("None")}; Secure; Partitioned`] : [cookie("Lax")];
}

/** Returns the unlock cookie's value from a `Cookie` header. */
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
 * Signs and verifies unlock cookies. They are valid for one slug and password: a password change invalidates them. A link with a
 * view limit but no password signs an empty password.
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

/** Signs and verifies unlock cookies. */
export type UnlockSigner = ReturnType<typeof createUnlockSigner>;
