import { isApiError } from "@stillreel/client";
import type { WatchTexts } from "../texts.ts";

/** Failures of the service, of which nobody can say more. */
const SILENT = new Set(["offline", "bad-answer", "unavailable", "internal"]);

/** A failure in words: what the server said, unless it could say nothing. */
export function failureText(error: unknown, { t }: WatchTexts, errorText?: (error: unknown) => string): string {
  if (!isApiError(error)) return t("discussion.failed");
  if (SILENT.has(error.code)) return t("discussion.unavailable");
  const issue = error.issue("text") ?? error.issue("at") ?? error.details[0];
  return issue?.message ?? errorText?.(error) ?? error.message;
}
