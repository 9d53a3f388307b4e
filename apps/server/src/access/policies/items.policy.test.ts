import { describe, expect, it } from "vitest";
import type { Actor } from "../../platform/http/actor.ts";
import { canRead, canWrite, type MemberRole, type Permission } from "./items.policy.ts";

const user: Actor = { kind: "user", id: "u", role: "user", sessionId: "s", authenticatedAt: new Date(0), personalWorkspaceId: "p" };
const anonymous: Actor = { kind: "anonymous" };
const READ: Permission = { read: true, write: false };
const WRITE: Permission = { read: false, write: true };
const NONE: Permission = { read: false, write: false };

type Row = [name: string, actor: Actor, role: MemberRole | null, grant: Permission | null, read: string, write: string];
const TABLE: Row[] = [
  ["anonymous", anonymous, null, null, "not-found", "not-found"],
  ["anonymous, also with the facts of another user", anonymous, "owner", WRITE, "not-found", "not-found"],
  ["outsider", user, null, null, "not-found", "not-found"],
  ["outsider with a stale grant", user, null, WRITE, "not-found", "not-found"],
  ["administrator of the installation is an outsider too", { ...user, role: "admin" }, null, null, "not-found", "not-found"],
  ["owner", user, "owner", null, "ok", "ok"],
  ["owner, independent of grants", user, "owner", NONE, "ok", "ok"],
  ["admin, independent of grants", user, "admin", NONE, "ok", "ok"],
  ["member", user, "member", null, "ok", "ok"],
  ["member, with a grant that denies access", user, "member", NONE, "not-found", "not-found"],
  ["member, read grant", user, "member", READ, "ok", "forbidden"],
  ["viewer", user, "viewer", null, "ok", "forbidden"],
  ["viewer, write implies read", user, "viewer", WRITE, "ok", "ok"],
  ["the server itself", { kind: "system" }, null, null, "ok", "ok"],
];

describe("permissions on an item", () => {
  it.each(TABLE)("%s", (_name, actor, role, grant, read, write) => {
    const facts = { workspaceId: "w", role, grant };
    const word = (decision: ReturnType<typeof canRead>): string => (decision.ok ? "ok" : decision.code);
    expect([word(canRead(actor, facts)), word(canWrite(actor, facts))]).toEqual([read, write]);
  });
});
