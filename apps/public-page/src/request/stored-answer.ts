import type { RequestKind } from "@stillreel/contract";
import type { TrimRange } from "@stillreel/recorder/trim.plan";

/** What this browser knows about an answer to a request, so that a reload loses nothing. */
export interface StoredAnswer {
  source: RequestKind;
  /** The recording on this browser's disk; null for a chosen file, which a reload forgets. */
  recordingId: string | null;
  /** Identifies a chosen file, so that choosing it again continues its upload. */
  fileKey: string | null;
  /** The secret id of the upload. */
  uploadId: string;
  title: string;
  note: string;
  /** The part of the video that is sent; null for all of it. */
  trim: TrimRange | null;
  /** Which part the upload has; empty for all of it. */
  cutKey: string;
  /** The cut video in this browser, when it is complete. */
  cut: { bytes: number; name: string; type: string } | null;
  /** Whether Send was pressed, and whether everything has arrived. */
  state: "ready" | "sending" | "sent";
}

/** Name and address of the visitor, for all requests. */
export interface StoredSender {
  name: string;
  email: string;
}

const SENDER_KEY = "stillreel-request-sender";
const keyOf = (slug: string): string => `stillreel-request-${slug}`;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    // Storage is blocked or has other data.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked: a reload begins again.
  }
}

/** Fields that an answer of an earlier version of this page does not have. */
const LATER_FIELDS = { trim: null, cutKey: "", cut: null } as const;

/** Returns the answer of an earlier visit. */
export function readAnswer(slug: string): StoredAnswer | null {
  const stored = read<Omit<StoredAnswer, keyof typeof LATER_FIELDS>>(keyOf(slug));
  return stored && { ...LATER_FIELDS, ...stored };
}
export const storeAnswer = (slug: string, answer: StoredAnswer | null): void => write(keyOf(slug), answer);
export const readSender = (): StoredSender => read<StoredSender>(SENDER_KEY) ?? { name: "", email: "" };
export const storeSender = (sender: StoredSender): void => write(SENDER_KEY, sender);

/** Creates the id of an upload: 128 random bits in base64url. Who knows it continues the upload. */
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Returns a new answer, of which nothing has been sent. */
export const newAnswer = (source: RequestKind, texts: Pick<StoredAnswer, "title" | "note">): StoredAnswer => ({
  source,
  recordingId: null,
  fileKey: null,
  uploadId: newUploadId(),
  ...texts,
  ...LATER_FIELDS,
  state: "ready",
});

/** Returns the key of a chosen file. */
export const fileKeyOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`;
