import { API_BASE, type listAudit, type ServerResult } from "@stillreel/contract";
import type { AuditedRow } from "./audit-log.repo.ts";

export type PresentedAct = ServerResult<typeof listAudit>["items"][number];

/** Where the name of what an act was about stands in its details, the likeliest first. */
const NAMES = ["subject", "title", "name", "displayName", "memberName", "email"] as const;

/** What an act was about, in words; empty where nothing was noted. Of many at once, how many. */
export function subjectOf(details: Readonly<Record<string, unknown>>): string {
  for (const key of NAMES) {
    const value = details[key];
    if (typeof value === "string" && value !== "") return value;
  }
  const { count } = details;
  return typeof count === "number" ? String(count) : "";
}

/** An act as the contract shows it. */
export function presentAct({ id, at, action, details, userId, userName, userAvatar }: AuditedRow): PresentedAct {
  const photoURL = userAvatar === null ? null : `${API_BASE}/avatars/${userAvatar}`;
  const person = userId === null ? null : { id: userId, displayName: userName ?? "", photoURL };
  return { id, at: at.toISOString(), action, person, subject: subjectOf(details), details };
}
