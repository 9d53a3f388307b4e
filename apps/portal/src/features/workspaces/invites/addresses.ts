import { EMAIL_MAX, EMAIL_PATTERN, INVITE_EMAILS_MAX } from "@stillreel/contract";

/** Splits a text into addresses at commas, semicolons, spaces and line ends. `Mira Halvorsen <mira@host.example>` yields the address. */
export function splitAddresses(text: string): string[] {
  return text.split(/[,;\n\r]+/u).flatMap((part) => {
    const words = part.split(/[\s<>]+/u).filter((word) => word !== "");
    return part.includes("<") ? words.filter((word) => word.includes("@")) : words;
  });
}

/** Adds addresses to a list without duplicates, ignoring case. */
export function addAddresses(known: readonly string[], more: readonly string[]): string[] {
  const seen = new Set(known.map((address) => address.toLowerCase()));
  const all = [...known];
  for (const address of more) {
    if (seen.has(address.toLowerCase())) continue;
    seen.add(address.toLowerCase());
    all.push(address);
  }
  return all;
}

/** Returns whether a text can be an e-mail address. */
export const isAddress = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);

/** Returns the problem of an address list as key of `workspaces:invite.problems`; null when valid. */
export function problemOfAddresses(addresses: readonly string[]): "missing" | "wrong" | "many" | null {
  if (addresses.length === 0) return "missing";
  if (addresses.some((address) => !isAddress(address))) return "wrong";
  return addresses.length > INVITE_EMAILS_MAX ? "many" : null;
}
