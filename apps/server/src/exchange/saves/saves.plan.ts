import type { ItemType, SaveFormat, SaveProvider } from "@stillreel/contract";
import { cleanName, withEnding } from "../../platform/ports/archives/index.ts";
import type { Conversion } from "../../platform/ports/images.port.ts";
import { mediaNameOf, planDownload } from "../downloads/index.ts";
import { PIECE_BYTES } from "./stores/upload-store.ts";

/** Retention of ended saves, and age after which a running one counts as failed: the services end sessions after a week. */
export const RETENTION_MS = 7 * 24 * 3_600_000;
/** Names of the services in the activity log and in notifications. */
export const SERVICE_NAMES: Record<SaveProvider, string> = { drive: "Google Drive", dropbox: "Dropbox" };

/** Data of an item that its file at a service depends on. */
export interface SavedItem {
  type: ItemType;
  title: string;
  fullFileName: string;
  mimeType: string;
}

/** What is uploaded for an item: the unchanged file, a converted image, or the MP4 that plays everywhere. */
export type SavePlan =
  | { kind: "original"; fileName: string; mimeType: string }
  | { kind: "converted"; fileName: string; mimeType: string; conversion: Conversion }
  | { kind: "universal"; fileName: string; mimeType: "video/mp4" };

/**
 * Decides how an item is saved. GIFs, which may move, stay unchanged.
 * @param hasUniversal whether the video has an MP4 that plays everywhere
 * @param customName requested name without its ending
 */
export function planSave(item: SavedItem, format: SaveFormat, hasUniversal: boolean, customName: string | null): SavePlan {
  const own = mediaNameOf(item);
  const ending = /\.[A-Za-z0-9]{1,8}$/u.exec(own)?.[0] ?? "";
  const name = customName === null ? own : cleanName(`${customName}${ending}`, own);
  const { mimeType } = item;
  if (item.type === "video")
    return format !== "original" && hasUniversal
      ? { kind: "universal", fileName: withEnding(name, "mp4"), mimeType: "video/mp4" }
      : { kind: "original", fileName: name, mimeType };
  if (mimeType === "image/gif") return { kind: "original", fileName: name, mimeType };
  const plan = planDownload({ type: "image", mimeType, fullFileName: name }, { format, paper: "picture" });
  return plan?.kind === "converted" ? plan : { kind: "original", fileName: plan?.fileName ?? name, mimeType };
}

/** Returns a name with a number before its ending: `Shot (2).png`. */
export function numbered(name: string, number: number): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/u.exec(name)?.[0] ?? "";
  return `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
}

/** Time of a piece below which the next one is larger, and above which it is the smallest one, in milliseconds. */
const PIECE_MS = { fast: 1_000, slow: 4_000 } as const;

/** Returns the size of the next piece: fast connections need fewer requests, and slow ones lose less after an interruption. */
export function nextPieceBytes(bytes: number, tookMs: number): number {
  if (tookMs > PIECE_MS.slow) return PIECE_BYTES.min;
  return tookMs < PIECE_MS.fast ? Math.min(PIECE_BYTES.max, bytes * 2) : bytes;
}

/** Maximum wait before a failed request is repeated, in milliseconds. */
const WAIT_MAX_MS = 5 * 60_000;
/** Number of attempts without progress after which a file fails. */
export const TRIES_MAX = 8;

/** Returns the wait before the next attempt in milliseconds: what the service asks for, otherwise doubled with each attempt. */
export const waitMs = (tries: number, retryAfterS: number | undefined): number =>
  Math.min(WAIT_MAX_MS, Math.max((retryAfterS ?? 0) * 1_000, 1_000 * 2 ** tries));

/** Returns the names of nested folders. */
export const foldersOf = (subfolder: string): string[] =>
  subfolder
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "." && part !== "..");
