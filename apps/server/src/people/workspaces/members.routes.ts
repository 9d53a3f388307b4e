import { listMembers, removeMember, updateMember } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { MembersService } from "./members.service.ts";

/** Registers the routes of members. */
export function memberRoutes(app: FastifyInstance, members: MembersService): void {
  implement(app, listMembers, { needs: "workspace.member" }, ({ params, query }, { actor }) =>
    members.list(signedIn(actor), params.workspaceId, query),
  );

  implement(app, updateMember, { needs: "member.change" }, ({ params, body }, { actor, request }) =>
    members.update(signedIn(actor), params.workspaceId, params.userId, { role: body.role, ip: request.ip }),
  );

  implement(app, removeMember, { needs: "member.change" }, async ({ params }, { actor, request }) => {
    await members.remove(signedIn(actor), params.workspaceId, params.userId, request.ip);
    return {};
  });
}
