import { expect, it } from "vitest";
import type { Decision } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { canComment, canDeleteComment, canEditComment, type CommentFacts } from "./comments.policy.ts";

const anna: Actor = {
  kind: "user",
  id: "anna",
  role: "user",
  sessionId: "s",
  authenticatedAt: new Date(0),
  personalWorkspaceId: "space",
};
const anonymous: Actor = { kind: "anonymous" };
const writer: CommentFacts = { isReader: true, isWriter: true, linkAllows: null };
const reader: CommentFacts = { isReader: true, isWriter: false, linkAllows: null };
const visitor: CommentFacts = { isReader: false, isWriter: false, linkAllows: true };
const muted: CommentFacts = { isReader: false, isWriter: false, linkAllows: false };
const outcome = (decision: Decision): string => (decision.ok ? "yes" : decision.code);

it.each<[string, Actor, CommentFacts, comment: string, editOwn: string, deleteOwn: string, editOther: string, deleteOther: string]>([
  ["a writer", anna, writer, "yes", "yes", "yes", "forbidden", "yes"],
  ["a reader", anna, reader, "yes", "yes", "yes", "forbidden", "forbidden"],
  ["a signed-in visitor", anna, visitor, "yes", "yes", "yes", "forbidden", "forbidden"],
  ["a visitor whose link forbids comments", anna, muted, "forbidden", "forbidden", "yes", "forbidden", "forbidden"],
  ["an anonymous visitor", anonymous, visitor, "sign-in-to-comment", "forbidden", "forbidden", "forbidden", "forbidden"],
])("%s", (_who, actor, facts, comment, editOwn, deleteOwn, editOther, deleteOther) => {
  expect(outcome(canComment(actor, facts))).toBe(comment);
  expect(outcome(canEditComment(actor, facts, "anna"))).toBe(editOwn);
  expect(outcome(canDeleteComment(actor, facts, "anna"))).toBe(deleteOwn);
  expect(outcome(canEditComment(actor, facts, "ben"))).toBe(editOther);
  expect(outcome(canDeleteComment(actor, facts, "ben"))).toBe(deleteOther);
  expect(outcome(canEditComment(actor, facts, null))).toBe("forbidden");
});
