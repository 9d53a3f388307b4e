import { API_BASE, type listAudit, type listInstallationAudit, type ServerResult } from "@stillreel/contract";
import type { AuditedRow } from "./audit-log.repo.ts";

export type PresentedAct = ServerResult<typeof listAudit>["items"][number];

export type PresentedWholeAct = ServerResult<typeof listInstallationAudit>["items"][number];

/** Keys of the details that may hold the subject's name, the most likely first. */
const NAMES = ["subject", "title", "name", "displayName", "memberName", "email"] as const;

/** Returns the subject of an audit entry as text: empty if not recorded, or a number for bulk actions. */
export function subjectOf(details: Readonly<Record<string, unknown>>): string {
  for (const key of NAMES) {
    const value = details[key];
    if (typeof value === "string" && value !== "") return value;
  }
  const { count } = details;
  return typeof count === "number" ? String(count) : "";
}

/** Converts an audit entry to the contract's form. */
export function presentAct({ id, at, action, details, userId, userName, userAvatar }: AuditedRow): PresentedAct {
  const photoURL = userAvatar === null ? null : `${API_BASE}/avatars/${userAvatar}`;
  const person = userId === null ? null : { id: userId, displayName: userName ?? "", photoURL };
  return { id, at: at.toISOString(), action, person, subject: subjectOf(details), details };
}

/** The same for the activity log of the installation: with address and workspace. */
export function presentWholeAct(row: AuditedRow): PresentedWholeAct {
  const { ip, workspaceId, workspaceName } = row;
  return { ...presentAct(row), ip, workspace: workspaceId === null ? null : { id: workspaceId, name: workspaceName ?? "" } };
}
