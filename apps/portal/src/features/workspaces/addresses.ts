import { EMAIL_MAX, EMAIL_PATTERN, INVITE_EMAILS_MAX } from "@stillreel/contract";

/** Parts a text into addresses: by commas, semicolons, spaces and line ends. Of `Mira Halvorsen <mira@host.example>` the address stays. */
export function splitAddresses(text: string): string[] {
  return text.split(/[,;\n\r]+/u).flatMap((part) => {
    const words = part.split(/[\s<>]+/u).filter((word) => word !== "");
    return part.includes("<") ? words.filter((word) => word.includes("@")) : words;
  });
}

/** Adds addresses to those that stand already; the same one, however it is written, only once. */
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

/** Can this be an e-mail address? */
export const isAddress = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text);

/** What is wrong with a list of addresses, as a key of `workspaces:invite.problems`; null when it can be sent. */
export function problemOfAddresses(addresses: readonly string[]): "missing" | "wrong" | "many" | null {
  if (addresses.length === 0) return "missing";
  if (addresses.some((address) => !isAddress(address))) return "wrong";
  return addresses.length > INVITE_EMAILS_MAX ? "many" : null;
}
