import { COMMAND_LINE_ORIGIN } from "@stillreel/contract";
import type { Activity } from "../../platform/activity/activity-filter.ts";

/** Filters of a workspace's activity: the prefixes of groups of actions. */
export const WORKSPACE_GROUPS = ["", "member.", "team.", "rights.", "invite.", "item.", "folder.", "share.", "workspace."] as const;
/** Filters of the activity of the installation. */
export const INSTALLATION_GROUPS = [
  ...WORKSPACE_GROUPS,
  "auth.",
  "user.",
  "setting.",
  "job.",
  "takeout.",
  "report.",
  "connection.",
  "webhook.",
] as const;
export type ActivityGroup = (typeof INSTALLATION_GROUPS)[number];

/** Roles that an entry can name. */
export const NAMED_ROLES = ["owner", "admin", "member", "viewer"] as const;

/** Actions with their own sentence (`workspaces:activity.told`), with `-` instead of the dot. */
const KNOWN_ACTIONS = [
  "workspace-created",
  "workspace-renamed",
  "workspace-changed",
  "workspace-deleted",
  "workspace-restored",
  "workspace-transferred",
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
  "item-edited",
  "item-versions-deleted",
  "item-retired",
  "item-saved",
  "item-sent",
  "folder-deleted",
  "folder-restored",
  "share-made",
  "share-changed",
  "share-revoked",
  "rights-requested",
  "rights-answered",
  "rights-ended",
  "share-taken-down",
  "share-put-back",
  "request-made",
  "request-changed",
  "request-deleted",
  "auth-registered",
  "auth-signed-in",
  "auth-sign-in-refused",
  "auth-session-ended",
  "auth-password-changed",
  "auth-password-reset",
  "auth-reset-requested",
  "auth-email-changed",
  "auth-account-deleted",
  "auth-token-created",
  "auth-token-revoked",
  "user-created",
  "user-role-changed",
  "user-suspended",
  "user-restored",
  "user-quota-changed",
  "user-sessions-ended",
  "user-password-reset-sent",
  "user-deleted",
  "user-items-transferred",
  "report-made",
  "report-closed",
  "report-reopened",
  "setting-changed",
  "job-retried",
  "backup-created",
  "backup-restored",
  "backup-part-restored",
  "takeout-requested",
  "webhook-created",
  "webhook-deleted",
  "webhook-disabled",
  "connection-made",
  "connection-removed",
] as const;
export type KnownAction = (typeof KNOWN_ACTIONS)[number];

/** Returns the text key of an action; null for unknown actions, which are displayed by name. */
export const actionKey = (action: string): KnownAction | null => KNOWN_ACTIONS.find((known) => known === action.replace(".", "-")) ?? null;

/** Settings that an entry can name (`workspaces:activity.settings`). */
const NAMED_SETTINGS = [
  "serverName",
  "logo",
  "publicUrl",
  "defaultLanguage",
  "setupDismissed",
  "registration",
  "signIn",
  "smtpUrl",
  "mailFrom",
  "defaultQuota",
  "workspaceQuota",
  "trashDays",
  "oldItemDays",
  "maxLinkDays",
  "securityContact",
  "privateWebhooks",
  "driveApp",
  "dropboxApp",
  "slackApp",
  "jiraApp",
  "trelloApp",
  "speech",
  "chat",
  "transcribeNew",
] as const;
export type NamedSetting = (typeof NAMED_SETTINGS)[number];

/** Returns the changed setting of an entry; null for other entries and unknown settings. */
export const settingOf = ({ action, subject }: Activity): NamedSetting | null =>
  action === "setting.changed" ? (NAMED_SETTINGS.find((name) => name === subject) ?? null) : null;

/** Returns the object of the sentence: a name, a count, or null when the actor is the subject. */
export function subjectOf({ subject, details, person }: Activity): { name: string } | { count: number } | null {
  if (person !== null && details["memberId"] === person.id) return null;
  if (typeof details["count"] === "number" && subject === String(details["count"])) return { count: details["count"] };
  return subject === "" ? null : { name: subject };
}

/** A detail below the sentence. */
export type Detail =
  | { kind: "role"; from: string | null; to: string }
  | { kind: "right"; name: string | null; right: "none" | "view" | "edit" | "removed" }
  | { kind: "before" | "added" | "dropped" | "workspace" | "address"; names: string };

/** Returns the details: role change, permission change, rename, added and removed members. */
export function detailsOf({ action, details, workspace, ip }: Activity): Detail[] {
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
  if (workspace) found.push({ kind: "workspace", names: workspace.name });
  if (ip && ip !== COMMAND_LINE_ORIGIN) found.push({ kind: "address", names: ip });
  return found;
}

/** Groups rows by local days and preserves their order. */
export function byDay(rows: readonly Activity[], dayOf: (iso: string) => string): { day: string; rows: Activity[] }[] {
  const days: { day: string; rows: Activity[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row.at);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
