import type { AuditView } from "../../../entities/workspaces/workspaces.queries.ts";

/** Filters of the activity list: action prefixes and single actions. */
export const GROUPS = ["", "member.", "team.", "rights.", "invite.", "item.", "folder.", "share.", "workspace."] as const;

/** Actions with their own sentence (`workspaces:activity.told`), with `-` instead of the dot. */
const KNOWN_ACTIONS = [
  "workspace-created",
  "workspace-renamed",
  "workspace-changed",
  "workspace-deleted",
  "workspace-restored",
  "member-joined",
  "member-left",
  "member-removed",
  "member-role-changed",
  "team-created",
  "team-changed",
  "team-deleted",
  "team-joined",
  "team-left",
  "team-members-changed",
  "invite-created",
  "invite-revoked",
  "invite-mailed",
  "invite-withdrawn",
  "rights-changed",
  "rights-removed",
  "item-deleted",
  "item-moved",
  "item-annotated",
  "item-reverted",
  "folder-deleted",
  "folder-restored",
  "share-made",
  "share-changed",
  "share-revoked",
] as const;
export type KnownAction = (typeof KNOWN_ACTIONS)[number];

/** Returns the text key of an action; null for unknown actions, which are displayed by name. */
export const actionKey = (action: string): KnownAction | null => KNOWN_ACTIONS.find((known) => known === action.replace(".", "-")) ?? null;

/** Returns the object of the sentence: a name, a count, or null when the actor is the subject. */
export function subjectOf({ subject, details, person }: AuditView): { name: string } | { count: number } | null {
  if (person !== null && details["memberId"] === person.id) return null;
  if (typeof details["count"] === "number" && subject === String(details["count"])) return { count: details["count"] };
  return subject === "" ? null : { name: subject };
}

/** A detail below the sentence. */
export type Detail =
  | { kind: "role"; from: string | null; to: string }
  | { kind: "right"; name: string | null; right: "none" | "view" | "edit" | "removed" }
  | { kind: "before" | "added" | "dropped"; names: string };

/** Returns the details: role change, permission change, rename, added and removed members. */
export function detailsOf({ action, details }: AuditView): Detail[] {
  const text = (key: string): string | null => (typeof details[key] === "string" && details[key] !== "" ? (details[key] as string) : null);
  const list = (key: string): string =>
    Array.isArray(details[key]) ? (details[key] as unknown[]).filter((one) => typeof one === "string").join(", ") : "";
  const found: Detail[] = [];
  const to = text("to");
  if (action === "member.role-changed" && to !== null) found.push({ kind: "role", from: text("from"), to });
  if (action === "rights.changed" || action === "rights.removed") {
    const name = details["principalKind"] === "everyone" ? null : (text("principalName") ?? "");
    const right = action === "rights.removed" ? "removed" : details["write"] === true ? "edit" : details["read"] === true ? "view" : "none";
    if (name !== "") found.push({ kind: "right", name, right });
  }
  const before = text("before");
  if (before !== null) found.push({ kind: "before", names: before });
  if (list("added") !== "") found.push({ kind: "added", names: list("added") });
  if (list("removed") !== "") found.push({ kind: "dropped", names: list("removed") });
  return found;
}

/** Groups rows by local days and preserves their order. */
export function byDay(rows: readonly AuditView[], dayOf: (iso: string) => string): { day: string; rows: AuditView[] }[] {
  const days: { day: string; rows: AuditView[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row.at);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
