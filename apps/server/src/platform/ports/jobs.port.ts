import type { z } from "zod";
import type { Executor } from "../db/client.ts";

/** A kind of background job: name, payload schema and limits. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** `noun.verb-object`, for example `items.make-renditions`. */
  name: string;
  payload: P;
  /** Maximum number of attempts. */
  attempts: number;
  /** Time after which its signal is aborted, in milliseconds. */
  timeoutMs: number;
}

/**
 * Thrown by a handler that recorded the failure for its user. The queue stores the message and does not retry automatically, so the job is
 * listed as failed in Administration until it expires there or an administrator runs it again.
 */
export class FinalFailure extends Error {
  override name = "FinalFailure";
}

/** Result of a handler. A thrown error means "retry", unless it is a {@link FinalFailure}. */
export type JobOutcome = "done" | { skipped: string };
export type JobHandler<P> = (payload: P, signal: AbortSignal) => Promise<JobOutcome>;

export interface RegisteredJob {
  definition: JobDefinition;
  handle: JobHandler<never>;
  /** Cron expression (UTC) for scheduled jobs, with payload `{}`. */
  cron?: string;
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}

/** Combines a definition with a handler of the matching payload type. */
export function handles<P extends z.ZodType>(definition: JobDefinition<P>, handle: JobHandler<z.output<P>>, cron?: string): RegisteredJob {
  return { definition, handle: handle as JobHandler<never>, cron };
}

/** The queue. A job is enqueued in the transaction of the change that causes it, so that both or neither happen. */
export interface Jobs {
  enqueue<P extends z.ZodType>(
    tx: Executor,
    definition: JobDefinition<P>,
    payload: z.input<P>,
    /** @param options.priority lower numbers run first; 0 by default */
    options?: { key?: string; runAt?: Date; priority?: number },
  ): Promise<void>;
  /** Returns the number of queued and running jobs of a kind. */
  count(tx: Executor, definition: JobDefinition): Promise<number>;
  /** Removes jobs without remaining attempts and returns their payloads. */
  takeGivenUp<P extends z.ZodType>(tx: Executor, definition: JobDefinition<P>): Promise<z.output<P>[]>;
}
