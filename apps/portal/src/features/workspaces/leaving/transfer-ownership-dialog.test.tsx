import { expect, test } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { transferOwnership, newOwnerCandidates } from "../../../entities/workspaces/transfer-ownership.ts";
import type { MemberView, Role, WorkspaceView } from "../../../entities/workspaces/workspaces.queries.ts";

const server = fakeServer();
const member = (id: string, role: Role, joinedAt = "2026-11-20T10:00:00.000Z"): MemberView => ({
  id,
  displayName: id,
  email: `${id}@stills.example`,
  photoURL: null,
  role,
  joinedAt,
  lastSeenAt: null,
});
const me = member("me", "owner");

test("other members are offered in the order of their roles, then of their joining; the user is not offered", () => {
  const late = member("late", "member", "2026-11-22T10:00:00.000Z");
  const early = member("early", "member", "2026-11-01T10:00:00.000Z");
  expect(newOwnerCandidates([late, me, early, member("vic", "viewer"), member("ada", "admin")], "me").map(({ id }) => id)).toEqual([
    "ada",
    "early",
    "late",
    "vic",
  ]);
});

test("the new owner is set before the old owner loses the role", async () => {
  await transferOwnership({ id: "w" } as WorkspaceView, { newOwner: member("ada", "admin"), me, stays: false });
  expect(server.calls.map(({ params, body }) => [(params as { userId: string }).userId, body])).toEqual([
    ["ada", { role: "owner" }],
    ["me", { role: "admin" }],
  ]);
});

test("a member who is already an owner remains an owner", async () => {
  await transferOwnership({ id: "w" } as WorkspaceView, { newOwner: member("ada", "admin"), me, stays: true });
  expect(server.sent("members.update")).toEqual([{ role: "owner" }]);
});
