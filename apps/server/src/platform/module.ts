import type { FastifyInstance } from "fastify";
import type { RegisteredJob } from "./ports/jobs.port.ts";

/** One kind of leftover data and its removal, run every night. */
export interface Sweeper {
  name: string;
  /** Returns how many it removed, or for a report, found. */
  run(signal: AbortSignal): Promise<number>;
}

/** Routes and background jobs that a module provides. */
export interface Module {
  routes?(app: FastifyInstance): void | Promise<void>;
  jobs?: RegisteredJob[];
}
