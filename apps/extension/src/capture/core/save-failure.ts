import type { SaveProvider } from "@stillreel/contract";

/** Codes of failures of a save with their own sentence. */
const CODES = [
  "reconnect-needed",
  "drive-sign-in-failed",
  "not-configured",
  "not-found",
  "provider-full",
  "provider-refused",
  "save-folder-gone",
  "checksum-mismatch",
  "too-many-requests",
] as const;

/** Why a capture was not saved to a service. */
export type SaveFailure = (typeof CODES)[number] | "other";

/** Result of the request that starts a save. */
export type SaveStart = { ok: true; saveId: string } | { ok: false; failure: SaveFailure };

/** Returns the failure of a code that the server reports for a file. */
export const saveFailureOfCode = (code: string | null): SaveFailure => CODES.find((one) => one === code) ?? "other";

/** Text keys of the names of the services. */
export const SERVICE_KEYS = { drive: "services.drive", dropbox: "services.dropbox" } as const satisfies Record<SaveProvider, string>;

const FAILURE_KEYS = {
  "reconnect-needed": "saving.failures.reconnect",
  "drive-sign-in-failed": "saving.failures.signIn",
  "not-configured": "saving.failures.notConfigured",
  "not-found": "saving.failures.noAccess",
  "provider-full": "saving.failures.full",
  "provider-refused": "saving.failures.refused",
  "save-folder-gone": "saving.failures.folderGone",
  "checksum-mismatch": "saving.failures.damaged",
  "too-many-requests": "saving.failures.busy",
  other: "saving.failures.other",
} as const satisfies Record<SaveFailure, string>;

/** Returns the text key of a failure. The cloud drive needs the sign-in of its provider, which has a sentence. */
export const saveFailureKey = (provider: SaveProvider, failure: SaveFailure): string =>
  failure === "reconnect-needed" && provider === "drive" ? "saving.failures.reconnectDrive" : FAILURE_KEYS[failure];
