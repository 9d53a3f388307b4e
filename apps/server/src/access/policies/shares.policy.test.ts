import { describe, expect, it } from "vitest";
import type { Actor } from "../../platform/http/actor.ts";
import type { MemberRole, Permission } from "./items.policy.ts";
import { canDownload, canMail, canOpen, type ShareFacts } from "./shares.policy.ts";

const NOW = new Date("2026-01-01T12:00:00.000Z");
const anonymous: Actor = { kind: "anonymous" };
const user: Actor = { kind: "user", id: "u", role: "user", sessionId: "s", authenticatedAt: NOW, personalWorkspaceId: "p" };
const open: ShareFacts = {
  visibility: "link",
  revoked: false,
  takenDown: false,
  trashed: false,
  expiresAt: null,
  hasPassword: false,
  unlocked: false,
  isReader: false,
  unfinished: false,
  isOwner: false,
  spent: false,
};

describe("access through a link", () => {
  it.each<[string, Partial<ShareFacts>, string]>([
    ["a live link", {}, "ok"],
    ["a revoked link", { revoked: true }, "not-found"],
    ["a link that an administrator removed", { takenDown: true }, "link-removed"],
    ["a removed link that asks for its password", { takenDown: true, hasPassword: true }, "link-removed"],
    ["a removed link for members", { takenDown: true, visibility: "workspace" }, "not-found"],
    ["a removed link to an item in the trash", { takenDown: true, trashed: true }, "not-found"],
    ["a link to an item in the trash", { trashed: true }, "not-found"],
    ["a link that expires now", { expiresAt: NOW }, "not-found"],
    ["a link that expires in a millisecond", { expiresAt: new Date(NOW.getTime() + 1) }, "ok"],
    ["a private link", { visibility: "private" }, "not-found"],
    ["a private link, opened by a reader of the item", { visibility: "private", isReader: true }, "ok"],
    ["a link for members", { visibility: "workspace" }, "not-found"],
    ["a link for members, opened by a member", { visibility: "workspace", isReader: true }, "ok"],
    ["a locked link", { hasPassword: true }, "password-required"],
    ["an unlocked link", { hasPassword: true, unlocked: true }, "ok"],
    ["an expired locked link", { hasPassword: true, expiresAt: NOW }, "not-found"],
    ["a locked private link does not ask for a password", { hasPassword: true, visibility: "private" }, "not-found"],
    ["a link to an item that is being recorded", { unfinished: true }, "not-found"],
    ["the same, for members of its space", { unfinished: true, isReader: true }, "not-found"],
    ["the same, for its owner", { unfinished: true, isReader: true, isOwner: true }, "ok"],
    ["the same does not ask for a password", { unfinished: true, hasPassword: true }, "not-found"],
    ["a link whose maximum of views is used", { spent: true }, "not-found"],
    ["a revoked link, also for members", { revoked: true, isReader: true, unlocked: true }, "not-found"],
  ])("%s", (_name, change, expected) => {
    const decision = canOpen(anonymous, { ...open, ...change }, NOW);
    expect(decision.ok ? "ok" : decision.code).toBe(expected);
  });

  it.each<[string, Actor, boolean, "image" | "video", string]>([
    ["an image, by an anonymous visitor", anonymous, true, "image", "ok"],
    ["an image, when downloads are off", anonymous, false, "image", "forbidden"],
    ["a video, by an anonymous visitor", anonymous, true, "video", "sign-in-to-download"],
    ["a video, by a signed-in user", user, true, "video", "ok"],
  ])("downloads %s", (_name, actor, allowDownload, type, expected) => {
    const decision = canDownload(actor, { allowDownload, type });
    expect(decision.ok ? "ok" : decision.code).toBe(expected);
  });
});

describe("mailing the link of an item", () => {
  const none = { read: false, write: false };
  const read = { read: true, write: false };
  const write = { read: true, write: true };
  it.each<[string, MemberRole | null, Permission | null, withLink: string, withoutLink: string]>([
    ["an owner", "owner", null, "ok", "ok"],
    ["a member", "member", null, "ok", "ok"],
    ["a member with read permission", "member", read, "ok", "forbidden"],
    ["a member without permission", "member", none, "not-found", "not-found"],
    ["a viewer", "viewer", null, "ok", "forbidden"],
    ["a viewer with write permission", "viewer", write, "ok", "ok"],
    ["another user", null, null, "not-found", "not-found"],
  ])("%s", (_name, role, grant, withLink, withoutLink) => {
    const outcomes = [true, false].map((hasLink) => {
      const decision = canMail(user, { workspaceId: "w", role, grant, hasLink });
      return decision.ok ? "ok" : decision.code;
    });
    expect(outcomes).toEqual([withLink, withoutLink]);
    expect(canMail(anonymous, { workspaceId: "w", role, grant, hasLink: true })).toMatchObject({ ok: false, code: "not-found" });
  });
});
