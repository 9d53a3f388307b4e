import {
  createManagedUser,
  deleteManagedUser,
  disableManagedTwoFactor,
  endManagedSessions,
  getManagedUser,
  listUsers,
  sendManagedReset,
  transferWorkspace,
  updateManagedUser,
} from "@stillreel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Owners } from "./owners.service.ts";
import type { Administrator, People } from "./people.service.ts";

const by = (request: FastifyRequest): Administrator => ({ id: signedIn(request.actor).id, ip: request.ip });

/** Registers the routes for the administration of accounts, and of the owners of workspaces. */
export function peopleRoutes(app: FastifyInstance, people: People, owners: Owners): void {
  implement(app, listUsers, { needs: "server.admin" }, ({ query }) => people.list(query));

  implement(app, createManagedUser, { needs: "server.admin" }, ({ body }, { request }) => people.invite(by(request), body));

  implement(app, getManagedUser, { needs: "server.admin" }, ({ params }) => people.get(params.userId));

  implement(app, updateManagedUser, { needs: "server.admin" }, ({ params, body }, { request }) =>
    people.update(by(request), params.userId, body),
  );

  implement(app, deleteManagedUser, { needs: "server.admin" }, ({ params, body }, { request }) =>
    people.remove(by(request), params.userId, body),
  );

  implement(app, sendManagedReset, { needs: "server.admin" }, async ({ params }, { request }) => {
    await people.resetPassword(by(request), params.userId);
    return {};
  });

  implement(app, endManagedSessions, { needs: "server.admin" }, async ({ params }, { request }) => {
    await people.endSessions(by(request), params.userId);
    return {};
  });

  implement(app, disableManagedTwoFactor, { needs: "server.admin" }, async ({ params }, { request }) => {
    await people.disableTwoFactor(by(request), params.userId);
    return {};
  });

  implement(app, transferWorkspace, { needs: "server.admin" }, async ({ params, body }, { request }) => {
    await owners.transfer(by(request), params.workspaceId, body.userId);
    return {};
  });
}
