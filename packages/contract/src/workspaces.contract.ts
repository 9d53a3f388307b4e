import { z } from "zod";
import { Id, IsoDate } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

export const MemberRole = z.enum(["owner", "admin", "member", "viewer"]);

export const Member = z.object({
  id: Id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
  role: MemberRole,
  joinedAt: IsoDate,
});

export const Team = z.object({
  id: Id,
  name: z.string(),
  icon: z.string().nullable(),
  owner: Id,
  members: z.array(Id),
  isMember: z.boolean(),
});

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  thumbnail: z.string().nullable(),
  role: MemberRole,
  members: z.array(Member),
  teams: z.array(Team),
  favFolders: z.array(Id),
  inviteLink: z.string().nullable(),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
});

export const listWorkspaces = defineRoute({
  id: "workspaces.list",
  method: "GET",
  path: "/workspace/all",
  summary: "The workspaces that the caller is a member of; the personal space is not among them",
  auth: "user",
  response: z.array(Workspace.omit({ members: true, teams: true })),
});
