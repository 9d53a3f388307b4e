import type { z } from "zod";
import type { Executor } from "../db/client.ts";

/** A kind of background work: its name, the ids that it works on, and its limits. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** `noun.verb-object`, for example `items.make-renditions`. */
  name: string;
  payload: P;
  /** How often it is tried before it is given up. */
  attempts: number;
  /** After this time its signal is aborted, in milliseconds. */
  timeoutMs: number;
}

/** What a handler says when it did not throw. A throw means "try again". */
export type JobOutcome = "done" | { skipped: string };
export type JobHandler<P> = (payload: P, signal: AbortSignal) => Promise<JobOutcome>;

export interface RegisteredJob {
  definition: JobDefinition;
  handle: JobHandler<never>;
  /** Cron expression (UTC) for jobs that run by the clock, with a payload of `{}`. */
  cron?: string;
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}

/** Pairs a definition with its handler, checked against the payload's type. */
export function handles<P extends z.ZodType>(definition: JobDefinition<P>, handle: JobHandler<z.output<P>>, cron?: string): RegisteredJob {
  return { definition, handle: handle as JobHandler<never>, cron };
}

/** The queue. Work is enqueued with the transaction of the change that causes it, so both happen or neither. */
export interface Jobs {
  enqueue<P extends z.ZodType>(
    tx: Executor,
    definition: JobDefinition<P>,
    payload: z.input<P>,
    /** @param options.priority those with a lower number come first; 0 when not given */
    options?: { key?: string; runAt?: Date; priority?: number },
  ): Promise<void>;
  /** How many of a kind are in the queue, those at work included. */
  count(tx: Executor, definition: JobDefinition): Promise<number>;
  /** Takes those out of the queue whose tries are used up, and answers their payloads. */
  takeGivenUp<P extends z.ZodType>(tx: Executor, definition: JobDefinition<P>): Promise<z.output<P>[]>;
}
