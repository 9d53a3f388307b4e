import { isBoundByEntries, type ClientResult, type createTeam, type listFolderRights } from "@stillreel/contract";
import { lazily } from "../../platform/lazily.ts";

export type Permissions = ClientResult<typeof listFolderRights>;
export type Entry = Permissions["entries"][number];
export type EffectiveRight = Permissions["members"][number];
export type TeamView = ClientResult<typeof createTeam>;

/** Levels of an entry; without an entry the folder above decides. */
export const LEVELS = ["none", "view", "edit"] as const;
export type Level = (typeof LEVELS)[number];

/** Subject of an entry. */
export interface Principal {
  id: string;
  type: Entry["permissionType"];
  name: string;
}

/** A row of the grid: everyone, a team, or a member with the effective permission. */
export interface AccessRow extends Principal {
  photoURL: string | null;
  /** Level of the entry at this folder or item; null without an entry. */
  level: Level | null;
  /** Number of members; null for a single member. */
  size: number | null;
  /** Effective permission of a member with its source; null for teams and everyone. */
  effective: EffectiveRight | null;
  /** False for owners and admins: entries do not bind them. */
  isBound: boolean;
}

/** Returns the level of the permission flags. Write implies read. */
export const levelOf = ({ read, write }: { read: boolean; write: boolean }): Level => (write ? "edit" : read ? "view" : "none");

/** Returns the permission flags of a level. */
export const flagsOf = (level: Level): { read: boolean; write: boolean } => ({ read: level !== "none", write: level === "edit" });

const byName = lazily(() => new Intl.Collator("und", { numeric: true, sensitivity: "base" }));
const inOrder = (a: AccessRow, b: AccessRow): number =>
  Number(b.level !== null) - Number(a.level !== null) || byName().compare(a.name, b.name);

interface Given {
  workspace: { id: string; name: string; avatar: string | null };
  permissions: Permissions;
  teams: readonly TeamView[];
}

/** Returns the rows: everyone, teams, members; within each group entries first, then by name. */
export function accessRows({ workspace, permissions, teams }: Given): AccessRow[] {
  const levels = new Map(permissions.entries.map((entry) => [`${entry.permissionType}/${entry.id}`, levelOf(entry)]));
  const levelFor = (type: Principal["type"], id: string): Level | null => levels.get(`${type}/${id}`) ?? null;
  const everyone: AccessRow = {
    id: workspace.id,
    type: "everyone",
    name: workspace.name,
    photoURL: workspace.avatar,
    level: levelFor("everyone", workspace.id),
    size: permissions.members.length,
    effective: null,
    isBound: true,
  };
  const ofTeams = teams.map((team): AccessRow => ({
    id: team.id,
    type: "team",
    name: team.name,
    photoURL: team.icon,
    level: levelFor("team", team.id),
    size: team.members.length,
    effective: null,
    isBound: true,
  }));
  const ofPeople = permissions.members.map((right): AccessRow => ({
    id: right.member.id,
    type: "member",
    name: right.member.displayName,
    photoURL: right.member.photoURL,
    level: levelFor("member", right.member.id),
    size: null,
    effective: right,
    isBound: isBoundByEntries(right.member.role),
  }));
  return [everyone, ...ofTeams.toSorted(inOrder), ...ofPeople.toSorted(inOrder)];
}

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the rows whose name contains words with the typed prefixes; all rows for an empty text. */
export function filterRows(rows: readonly AccessRow[], typed: string): AccessRow[] {
  const wanted = plain(typed).split(/\s+/u).filter(Boolean);
  return rows.filter(({ name }) => {
    const words = plain(name).split(/\s+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** Returns the rows that are listed initially: all entries and a number of others per group. */
export function firstRows(rows: readonly AccessRow[], ofKind: number): AccessRow[] {
  const left = { everyone: 1, team: ofKind, member: ofKind };
  return rows.filter(({ level, type }) => level !== null || (left[type] -= 1) >= 0);
}

/** Returns the entries after one was set or removed (null), for the optimistic update. */
export function withEntry(
  permissions: Permissions,
  principal: Principal,
  targetType: Entry["permissionItemType"],
  level: Level | null,
): Permissions {
  const rest = permissions.entries.filter((entry) => entry.id !== principal.id || entry.permissionType !== principal.type);
  if (level === null) return { ...permissions, entries: rest };
  const { id, type, name } = principal;
  const entry: Entry = { id, permissionType: type, permissionItemType: targetType, name, photoURL: null, ...flagsOf(level) };
  return { ...permissions, entries: [...rest, entry] };
}

/** Text key and values that explain a permission. */
export type Reason =
  | { key: "always"; role: EffectiveRight["member"]["role"] }
  | { key: "role"; role: EffectiveRight["member"]["role"] }
  | { key: "ownHere" | "everyoneHere" | "ownAbove" | "everyoneAbove" }
  | { key: "own" | "everyone"; place: string }
  | { key: "teamHere" | "teamAbove"; teams: string[] }
  | { key: "team"; teams: string[]; place: string };

/** The reason for a member's access to the folder or file `targetId`. */
export function reasonOf({ member, from }: EffectiveRight, targetId: string): Reason {
  if (from.kind === "role") return { key: isBoundByEntries(member.role) ? "role" : "always", role: member.role };
  const isHere = from.place?.id === targetId;
  const targetName = from.place?.name ?? null;
  if (from.kind === "team") {
    const teams = from.teams.map(({ name }) => name);
    if (isHere) return { key: "teamHere", teams };
    return targetName === null ? { key: "teamAbove", teams } : { key: "team", teams, place: targetName };
  }
  const who = from.kind === "member" ? "own" : "everyone";
  if (isHere) return { key: `${who}Here` };
  return targetName === null ? { key: `${who}Above` } : { key: who, place: targetName };
}

/** Returns the target cell of an arrow key in a grid; null when there is none. */
export function stepInGrid(
  key: string,
  at: { row: number; cell: number },
  sizes: readonly number[],
  isMirrored: boolean,
): { row: number; cell: number } | null {
  const cellsOf = (row: number): number => sizes[row] ?? 0;
  const inward = isMirrored ? "ArrowLeft" : "ArrowRight";
  const outward = isMirrored ? "ArrowRight" : "ArrowLeft";
  const toRow = (from: number, by: 1 | -1): { row: number; cell: number } | null => {
    for (let row = from; row >= 0 && row < sizes.length; row += by)
      if (cellsOf(row) > 0) return { row, cell: Math.min(at.cell, cellsOf(row) - 1) };
    return null;
  };
  if (key === inward) return at.cell + 1 < cellsOf(at.row) ? { row: at.row, cell: at.cell + 1 } : null;
  if (key === outward) return at.cell > 0 ? { row: at.row, cell: at.cell - 1 } : null;
  if (key === "ArrowDown") return toRow(at.row + 1, 1);
  if (key === "ArrowUp") return toRow(at.row - 1, -1);
  if (key === "Home") return toRow(0, 1);
  return key === "End" ? toRow(sizes.length - 1, -1) : null;
}
