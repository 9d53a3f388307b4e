import type { FastifyInstance } from "fastify";
import type { RegisteredJob } from "./ports/jobs.port.ts";

/** Result of one page of a sweep. */
export interface SweptPage {
  /** Number of removed or reported entries. */
  count: number;
  /** Position after the page, or null at the end. */
  next: string | null;
}

/** One kind of leftover data and its removal. Every night it runs as a separate job, `sweeps.<name>`. */
export interface Sweeper {
  /** Verb and object in kebab-case, for example `purge-trash`. */
  name: string;
  /** True when it reads every object or every row. Such sweeps run after the others and in pages. */
  isLarge?: boolean;
  /**
   * Runs once and returns how many entries it removed or reported, or processes one page after the cursor. Null is the start. A page
   * that runs again after an interruption must have the same effect.
   */
  run(signal: AbortSignal, cursor: string | null): Promise<number | SweptPage>;
}

/** Routes and background jobs that a module provides. */
export interface Module {
  routes?(app: FastifyInstance): void | Promise<void>;
  jobs?: RegisteredJob[];
}
