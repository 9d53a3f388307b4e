import { expect, test } from "vitest";
import type { Actor } from "../../platform/http/actor.ts";
import { canLike, canReact, countsAsView } from "./engagement.policy.ts";

const anonymous: Actor = { kind: "anonymous" };
const user: Actor = { kind: "user", id: "u", role: "user", sessionId: "s", authenticatedAt: new Date(0), personalWorkspaceId: "w" };
const facts = { isReader: false, isWriter: false, linkAllows: null };

test("likes need sign-in", () => {
  expect(canLike(anonymous)).toMatchObject({ code: "sign-in-to-like" });
  expect(canLike(user)).toMatchObject({ ok: true });
});

test("reactions need the permission to comment", () => {
  expect(canReact(anonymous, { ...facts, linkAllows: true })).toMatchObject({ code: "sign-in-to-like" });
  expect(canReact(user, { ...facts, isReader: true })).toMatchObject({ ok: true });
  expect(canReact(user, { ...facts, linkAllows: true })).toMatchObject({ ok: true });
  expect(canReact(user, { ...facts, linkAllows: false })).toMatchObject({ code: "forbidden" });
});

test("an owner's visits never count", () => {
  expect([countsAsView(user, "u"), countsAsView(user, "other"), countsAsView(user, null), countsAsView(anonymous, "u")]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
