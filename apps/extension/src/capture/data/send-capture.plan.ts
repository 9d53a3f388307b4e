import { ApiError, isApiError } from "@stillreel/client";
import type { AnnotationDocument } from "@stillreel/contract";
import type { CaptureFailure } from "../core/capture-failure.ts";
import { type SaveFailure, saveFailureOfCode } from "../core/save-failure.ts";
import type { RejectReason } from "../core/stored-capture.ts";

/** Maps a failed call to the reason that the user sees. */
export function failureOf(error: unknown): CaptureFailure {
  if (error instanceof DOMException && error.name === "TimeoutError") return "offline";
  if (!(error instanceof ApiError)) return "failed";
  if (error.code === "offline" || error.code === "unavailable") return "offline";
  if (error.status === 401) return "signed-out";
  if (error.status === 413) return "too-large";
  if (error.code === "quota-exceeded") return "quota-exceeded";
  if (error.status === 507) return "storage-full";
  return "failed";
}

const REJECTIONS: Readonly<Record<number, RejectReason>> = {
  400: "invalid",
  403: "forbidden",
  404: "forbidden",
  409: "conflict",
  413: "too-large",
  415: "unsupported",
  422: "invalid",
};

/** Returns the permanent reason of a refusal; null when a retry may succeed. */
export function rejectionOf(error: unknown): RejectReason | null {
  return error instanceof ApiError ? (REJECTIONS[error.status] ?? null) : null;
}

/** Returns why the server refused to start a save; null when a repeat may succeed, because it was not reached or the session has ended. */
export function saveFailureOf(error: unknown): SaveFailure | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "offline" || error.code === "unavailable" || error.status === 401) return null;
  return saveFailureOfCode(error.code);
}

/** Returns whether a refusal means that the save target is closed: deleted, left or read-only. */
export const isLocationClosed = (error: unknown): boolean =>
  isApiError(error, "not-found", "forbidden") ||
  (isApiError(error, "validation-failed") && ["folderId", "parentId"].some((field) => error.issue(field) !== undefined));

/** Compares two documents independently of their key order; the server uses its own order. */
export function isSameDocument(a: unknown, b: unknown): boolean {
  const ordered = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : value;
  return JSON.stringify(a, ordered) === JSON.stringify(b, ordered);
}

/** Returns whether annotations make the public picture differ from the captured one. */
export const isDrawnOn = (document: AnnotationDocument | null): document is AnnotationDocument =>
  document !== null && (document.shapes.length > 0 || document.crop !== null);
