import { z } from "zod";
import { Id, IsoDate, page, Paging, Person, WorkspaceRef } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** One row of the activity log. */
export const AuditRow = z.object({
  id: Id,
  at: IsoDate,
  action: z.string(),
  person: Person.nullable(),
  /** The changed object in words: the name of the folder, item, team or user at that time. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const AuditFilter = { action: z.string().max(64).optional(), userId: Id.optional(), from: IsoDate.optional(), to: IsoDate.optional() };

export const listAudit = defineRoute({
  id: "audit.list",
  method: "GET",
  path: "/workspace/{workspaceId}/audit",
  summary: "Who did what in a workspace, newest first; for owners and admins. As CSV with `/audit.csv`",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef }),
  query: z.object({ ...Paging, ...AuditFilter }),
  response: page(AuditRow),
});
