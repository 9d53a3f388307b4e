import { z } from "zod";
import { Id, IsoDate, page, Paging, Person, WorkspaceRef } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** Origin of acts from the command line of the server, instead of an address. */
export const COMMAND_LINE_ORIGIN = "command line";

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
  summary: "Activity log of a workspace, newest first; for owners and admins. `/audit.csv` returns it as CSV",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef }),
  query: z.object({ ...Paging, ...AuditFilter }),
  response: page(AuditRow),
});

/** One row of the activity log of the installation. */
export const InstallationAuditRow = AuditRow.extend({
  /** Null for actions outside of workspaces, and in personal libraries. */
  workspace: z.object({ id: Id, name: z.string() }).nullable(),
  ip: z.string(),
});

export const listInstallationAudit = defineRoute({
  id: "audit.listInstallation",
  method: "GET",
  path: "/admin/audit",
  summary: "Audit log of the installation with sign-ins, newest first. `/admin/audit.csv` returns it as CSV",
  auth: "admin",
  query: z.object({ ...Paging, ...AuditFilter, workspaceId: Id.optional() }),
  response: page(InstallationAuditRow),
});
