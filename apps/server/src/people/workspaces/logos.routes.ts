import { API_BASE, uploadTeamIcon, uploadWorkspaceAvatar, uploadWorkspaceThumbnail } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms } from "../../platform/http/multipart.ts";
import { sendEmblem } from "../../media/media/index.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import { receiveLogo } from "./logos.receive.ts";
import type { TeamsService } from "./teams.service.ts";
import type { WorkspacesService } from "./workspaces.service.ts";

export interface LogoRoutesDeps {
  workspaces: WorkspacesService;
  teams: TeamsService;
  media: WorkspacesDeps["media"];
}

/** Routes for setting and serving pictures of workspaces and teams. */
export function logoRoutes(app: FastifyInstance, { workspaces, teams, media }: LogoRoutesDeps): void {
  acceptForms(app);

  for (const [route, logo, shape] of [
    [uploadWorkspaceAvatar, "avatar", "square"],
    [uploadWorkspaceThumbnail, "thumbnail", "banner"],
  ] as const)
    implement(app, route, { needs: "workspace.manage" }, async ({ params }, { actor, request, reply }) => {
      const user = signedIn(actor);
      await receiveLogo(
        media,
        { request, reply },
        {
          shape,
          allow: () => workspaces.assertManages(user, params.workspaceId),
          store: (stored) => workspaces.setLogo(user, params.workspaceId, logo, stored, request.ip),
        },
      );
      return workspaces.head(user, params.workspaceId);
    });

  implement(app, uploadTeamIcon, { needs: "team.manage" }, async ({ params }, { actor, request, reply }) => {
    const user = signedIn(actor);
    const { workspaceId, teamId } = params;
    await receiveLogo(
      media,
      { request, reply },
      {
        shape: "square",
        allow: () => teams.assertMayEdit(user, workspaceId, teamId),
        store: (stored) => teams.setIcon(user, workspaceId, teamId, stored, request.ip),
      },
    );
    return teams.show(user, workspaceId, teamId);
  });

  // Displayed on invite pages too, so it is public for everyone with the ids; a new picture has a new id.
  app.get<{ Params: { workspaceId: string; blobId: string } }>(
    `${API_BASE}/workspace/:workspaceId/logos/:blobId`,
    { config: { needs: "public" } },
    async ({ params }, reply) => sendEmblem(reply, await workspaces.openLogo(params.workspaceId, params.blobId)),
  );
}
