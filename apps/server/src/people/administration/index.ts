import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createPeople, type People, type PeopleDeps } from "./people.service.ts";
import { peopleRoutes } from "./people.routes.ts";

export type { Administrator, People } from "./people.service.ts";

/** Administration of accounts, for routes and for the command line. */
export interface Administration extends Module {
  people: People;
}

/** Creates the module for the administration of accounts. */
export function createAdministration(ports: Pick<Ports, "db" | "clock">, deps: PeopleDeps): Administration {
  const people = createPeople(ports, deps);
  return { people, routes: (app) => peopleRoutes(app, people) };
}
