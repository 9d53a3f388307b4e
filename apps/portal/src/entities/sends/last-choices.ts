import type { SendService, SendValues } from "./open-send-dialog.ts";

/** Entry of the local storage with the last choices of an account. */
const entryOf = (userId: string, service: SendService): string => `stillreel.send.${service}.${userId}`;

/** Returns what the account chose last for a service on this device, such as the channel. */
export function lastChoices(userId: string, service: SendService): SendValues {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(entryOf(userId, service)) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}

/** Notes the choices of a sent item. */
export const noteChoices = (userId: string, service: SendService, choices: SendValues): void =>
  localStorage.setItem(entryOf(userId, service), JSON.stringify(choices));
