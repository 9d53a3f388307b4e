import { isApiError } from "@stillreel/client";
import type { WatchTexts } from "../texts.ts";

/** Failures of the service without a more specific message. */
const SILENT = new Set(["offline", "bad-answer", "unavailable", "internal"]);

/** Formats a failure: the server's message, or a generic text for failures of the service. */
export function failureText(error: unknown, { t }: WatchTexts, errorText?: (error: unknown) => string): string {
  if (!isApiError(error)) return t("discussion.failed");
  if (SILENT.has(error.code)) return t("discussion.unavailable");
  const issue = error.issue("text") ?? error.issue("at") ?? error.details[0];
  return issue?.message ?? errorText?.(error) ?? error.message;
}
