import type { Ports } from "../../platform/ports/index.ts";

/** Validity of the security.txt file in milliseconds. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

/** Returns the address of a sender such as `Stillreel <shots@company.com>`. */
const addressOf = (sender: string): string => /<([^<>]+)>\s*$/u.exec(sender)?.[1] ?? sender;

const asUri = (contact: string): string => (contact.startsWith("https://") ? contact : `mailto:${contact}`);

/**
 * Returns the contact for problems of security as a URI: the setting, otherwise the sender of mail, if an administrator or the environment
 * sets it. Null without one.
 */
export function securityContactOf({ settings }: Pick<Ports, "settings">): string | null {
  const { securityContact, mailFrom } = settings.current();
  if (securityContact !== null) return asUri(securityContact);
  return settings.stateOf("mailFrom").source === "default" ? null : asUri(addressOf(mailFrom));
}

/** Returns the security.txt file (RFC 9116). */
export function securityText(contact: string, publicUrl: string, now: Date): string {
  // To the day, so that the file does not differ with each request.
  const expires = new Date(Math.floor((now.getTime() + VALID_MS) / 86_400_000) * 86_400_000);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/security-contact`,
    "",
  ].join("\n");
}
