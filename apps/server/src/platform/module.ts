import type { FastifyInstance } from "fastify";
import type { RegisteredJob } from "./ports/jobs.port.ts";

/** What a module gives to the composition: its routes and its background work. */
export interface Module {
  routes?(app: FastifyInstance): void | Promise<void>;
  jobs?: RegisteredJob[];
}
