import type { Kept } from "../recorder.types.ts";

/** Why nothing reaches the server just now. */
export type Trouble = NonNullable<Kept["trouble"]>;

/** Bytes from which a request is worth while before its second is over. */
export const PIECE_MIN_BYTES = 256 * 1024;
/** Bytes of one request at most: what is lost with a cut connection. */
export const PIECE_MAX_BYTES = 4 * 1024 * 1024;
/** How long bytes wait for company, in milliseconds. */
export const PIECE_WAIT_MS = 1_000;
/** How long a request may take, in milliseconds. */
export const REQUEST_MAX_MS = 30_000;

const FIRST_PAUSE_MS = 250;
/** The longest pause by trouble: what a person has to settle is asked for less often than a network that may be back any moment. */
const LONGEST_PAUSE_MS: Record<Trouble, number> = { offline: 8_000, "signed-out": 5_000, "server-full": 30_000, refused: 30_000 };

/** What a refused request says about why nothing arrives. Null: the server is busy or we disagreed on the offset; asking again settles it. */
export function troubleOf(status: number): Trouble | null {
  if (status === 0 || status >= 500) return status === 507 ? "server-full" : "offline";
  if (status === 401) return "signed-out";
  if ([400, 404, 408, 409, 410, 423, 425, 429, 460].includes(status)) return null;
  return "refused";
}

/** What a server said when it refused a request. */
export interface Refused {
  status: number;
  /** Its word for the reason; null where the answer was not the server's own. */
  code: string | null;
  /** The fields that it complains about. */
  fields: readonly string[];
}

/** What can be read of a refusal's body: anybody may have written it, a proxy, too. */
export function refusedWith(status: number, body: unknown): Refused {
  const { code, details } = (typeof body === "object" && body !== null ? body : {}) as { code?: unknown; details?: unknown };
  const fields = Array.isArray(details) ? details.map((issue: { field?: unknown } | null) => String(issue?.field)) : [];
  return { status, code: typeof code === "string" ? code : null, fields };
}

/** Whether a refusal to begin says that the person may put nothing there: workspace or folder are gone or left, or only to look at. */
export function isPlaceClosed({ code, fields }: Refused): boolean {
  return code === "not-found" || code === "forbidden" || (code === "validation-failed" && fields.includes("folderId"));
}

type Metadata = Readonly<Record<string, string>>;
const HOME = { workspaceId: "personal", folderId: "" };

/** Does it go to the top level of the person's own library? */
export const isForHome = ({ workspaceId, folderId }: Metadata): boolean =>
  (workspaceId || HOME.workspaceId) === HOME.workspaceId && !folderId;
/** The same recording for the person's own library. */
export const forHome = (metadata: Metadata): Metadata => ({ ...metadata, ...HOME });

/** How long to wait before the next try, in milliseconds, by how many have failed in a row. `random` is 0 to 1. */
export function pauseMs(failures: number, trouble: Trouble | null, random: number): number {
  const longest = LONGEST_PAUSE_MS[trouble ?? "offline"];
  return Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (0.8 + 0.4 * random);
}

/** Whether bytes that wait are sent now. `waitedMs`: since the last request. */
export function isTimeToSend(waitingBytes: number, waitedMs: number, isEnding: boolean): boolean {
  return isEnding || waitingBytes >= PIECE_MIN_BYTES || (waitingBytes > 0 && waitedMs >= PIECE_WAIT_MS);
}

/** The metadata header of tus: names with values in Base64 of UTF-8. */
export function metadataHeader(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${base64(new TextEncoder().encode(value))}`)
    .join(",");
}

/** Base64 of some bytes. */
export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
