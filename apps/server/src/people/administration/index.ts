import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createOwners, type OwnersDeps } from "./owners.service.ts";
import { createPeople, type People, type PeopleDeps } from "./people.service.ts";
import { peopleRoutes } from "./people.routes.ts";

export { type OwnersState, ownersState } from "./owners.repo.ts";
export type { Administrator, People } from "./people.service.ts";

/** Administration of accounts and of the owners of workspaces, for routes and for the command line. */
export interface Administration extends Module {
  people: People;
}

/** Creates the module for the administration of accounts, and of the owners of workspaces. */
export function createAdministration(
  ports: Pick<Ports, "db" | "clock" | "mail" | "settings">,
  { setOwner, ...deps }: PeopleDeps & Pick<OwnersDeps, "setOwner">,
): Administration {
  const people = createPeople(ports, deps);
  const owners = createOwners(ports, { ...deps, setOwner });
  return { people, routes: (app) => peopleRoutes(app, people, owners) };
}
