import type { StorageProgress } from "../recorder.types.ts";

/** Reason why no bytes reach the server at present. */
export type Trouble = NonNullable<StorageProgress["trouble"]>;

/** Bytes that justify a request before the wait time has passed. */
const PIECE_MIN_BYTES = 256 * 1024;
/** Maximum bytes of one request, which are lost when the connection breaks. */
export const PIECE_MAX_BYTES = 4 * 1024 * 1024;
/** Maximum time that bytes wait for more bytes, in milliseconds. */
export const PIECE_WAIT_MS = 1_000;
/** Timeout of a request, in milliseconds. */
export const REQUEST_MAX_MS = 30_000;

const FIRST_PAUSE_MS = 250;
/** Longest pause by trouble: problems that a user must solve are polled less often than a network that may return at any time. */
const LONGEST_PAUSE_MS: Record<Trouble, number> = {
  offline: 8_000,
  "signed-out": 5_000,
  "server-full": 30_000,
  "quota-full": 30_000,
  refused: 30_000,
};

/** Returns the trouble of a refused request. Null: the server is busy or the offset differs, and a retry is enough. */
export function troubleOf({ status, code }: Pick<Refused, "status" | "code">): Trouble | null {
  if (status === 507) return code === "quota-exceeded" ? "quota-full" : "server-full";
  if (status === 0 || status >= 500) return "offline";
  if (status === 401) return "signed-out";
  if ([400, 404, 408, 409, 410, 423, 425, 429, 460].includes(status)) return null;
  return "refused";
}

/** Attempts to send the recorded pointer to a server that answers with an error. */
export const POINTER_TRIES = 3;

/** Returns whether the same request will always be refused. */
export const isFinal = ({ status }: Pick<Refused, "status">): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

/** Content of a refused request's response. */
export interface Refused {
  status: number;
  /** Error code, or null when the response was not from our server. */
  code: string | null;
  /** The invalid fields. */
  fields: readonly string[];
}

/** Parses the body of a refusal. It is untrusted, because a proxy may have written it. */
export function refusedWith(status: number, body: unknown): Refused {
  const { code, details } = (typeof body === "object" && body !== null ? body : {}) as { code?: unknown; details?: unknown };
  const fields = Array.isArray(details) ? details.map((issue: { field?: unknown } | null) => String(issue?.field)) : [];
  return { status, code: typeof code === "string" ? code : null, fields };
}

/** Returns whether a refused creation means that the user cannot write there: workspace or folder were removed, left, or are read-only. */
export function isLocationClosed({ code, fields }: Refused): boolean {
  return code === "not-found" || code === "forbidden" || (code === "validation-failed" && fields.includes("folderId"));
}

type Metadata = Readonly<Record<string, string>>;
const HOME = { workspaceId: "personal", folderId: "" };

/** Returns whether the save target is the root of the personal library. */
export const isForHome = ({ workspaceId, folderId }: Metadata): boolean =>
  (workspaceId || HOME.workspaceId) === HOME.workspaceId && !folderId;
/** Returns the metadata of the same recording for the personal library. */
export const forHome = (metadata: Metadata): Metadata => ({ ...metadata, ...HOME });

/** Returns the pause before the next attempt, in milliseconds, by the number of consecutive failures. `random` is 0 to 1. */
export function pauseMs(failures: number, trouble: Trouble | null, random: number): number {
  const longest = LONGEST_PAUSE_MS[trouble ?? "offline"];
  return Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (0.8 + 0.4 * random);
}

/** Returns whether waiting bytes are sent now. `waitedMs`: since the last request. */
export function isTimeToSend(waitingBytes: number, waitedMs: number, isEnding: boolean): boolean {
  return isEnding || waitingBytes >= PIECE_MIN_BYTES || (waitingBytes > 0 && waitedMs >= PIECE_WAIT_MS);
}

/** Formats the metadata header of tus: names with values in Base64 of UTF-8. */
export function metadataHeader(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${base64(new TextEncoder().encode(value))}`)
    .join(",");
}

/** Encodes bytes as Base64. */
export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
