import type { WebhookFailure } from "@stillreel/contract";
import type { OutgoingResult } from "../../platform/ports/outgoing.port.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits before the second and later attempts: eight attempts within about 28 hours. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
/** Part of a wait by which it varies, so that a receiver that returns does not get all requests at the same time. */
const JITTER = 0.1;
/** Failure without a success for this long switches a webhook off, when a delivery has no attempt left. */
export const FAILING_LIMIT_MS = 24 * HOUR_MS;

/** What an attempt means for its delivery and for the webhook. */
export type Outcome =
  | { state: "delivered"; responseStatus: number; responseBody: string }
  | {
      /** `pending`: it is sent again after `waitMs`. */
      state: "pending" | "failed";
      waitMs: number;
      failure: WebhookFailure;
      responseStatus: number | null;
      responseBody: string | null;
      /** The receiver answered that it does not exist any more. */
      isGone: boolean;
    };

function failureOf(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

/**
 * Returns the outcome of an attempt.
 * @param attempts number of attempts, including this one
 * @param random number from 0 to 1 for the variation of the wait
 */
export function outcomeOf(result: OutgoingResult, attempts: number, attemptsMax: number, random: number): Outcome {
  const failure = "failure" in result ? result.failure : failureOf(result.status);
  const answer = "failure" in result ? null : { responseStatus: result.status, responseBody: storable(result.body) };
  if (failure === null && answer) return { state: "delivered", ...answer };
  const isGone = answer?.responseStatus === 410;
  const base = WAITS_MS[attempts - 1];
  const isLast = isGone || attempts >= attemptsMax || base === undefined;
  return {
    state: isLast ? "failed" : "pending",
    waitMs: Math.round((base ?? 0) * (1 - JITTER + 2 * JITTER * random)),
    failure: failure ?? "status",
    responseStatus: answer?.responseStatus ?? null,
    responseBody: answer?.responseBody ?? null,
    isGone,
  };
}
