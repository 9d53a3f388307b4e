import { ApiError } from "@stillreel/client";
import { expect, test } from "vitest";
import { isOwnedBy } from "../../shared/data/owner.ts";
import { failureOf, isDrawnOn, isLocationClosed, isSameDocument, rejectionOf, saveFailureOf } from "./send-capture.plan.ts";

const refused = (status: number, code: string, field?: string): ApiError =>
  new ApiError({ status, code, message: "", ...(field !== undefined && { details: [{ field, code: "invalid", message: "" }] }) });

test.each([
  ["a workspace that one is not in any more", refused(404, "not-found"), true],
  ["one in which nothing may be put any more", refused(403, "forbidden"), true],
  ["a folder that is gone", refused(422, "validation-failed", "folderId"), true],
  ["a folder that it was to be moved to, gone", refused(422, "validation-failed", "parentId"), true],
  ["a title that is too long", refused(422, "validation-failed", "title"), false],
  ["a full disk", refused(507, "storage-full"), false],
  ["a request from another site", refused(403, "cross-origin"), false],
  ["no server", new TypeError("fetch failed"), false],
])("%s: the place is closed is %o", (_name, error, isClosed) => {
  expect(isLocationClosed(error)).toBe(isClosed);
});

test.each([
  [413, "image-too-large", "too-large"],
  [415, "unsupported-file-type", "unsupported"],
  [422, "unreadable-file", "invalid"],
  [409, "edit-conflict", "conflict"],
  [403, "forbidden", "forbidden"],
] as const)("a capture refused with %i is not sent again", (status, code, reason) => {
  expect(rejectionOf(refused(status, code))).toBe(reason);
});

test.each([
  [0, "offline", "offline"],
  [502, "unavailable", "offline"],
  [503, "unavailable", "offline"],
  [507, "storage-full", "storage-full"],
  [507, "quota-exceeded", "quota-exceeded"],
  [401, "unauthenticated", "signed-out"],
  [429, "too-many-requests", "failed"],
  [500, "internal", "failed"],
] as const)("a capture that met %i waits for another try", (status, code, reason) => {
  expect(rejectionOf(refused(status, code))).toBeNull();
  expect(failureOf(refused(status, code))).toBe(reason);
});

test("a server that did not answer in time is away", () => {
  expect(failureOf(new DOMException("", "TimeoutError"))).toBe("offline");
  expect(rejectionOf(new DOMException("", "TimeoutError"))).toBeNull();
});

test("documents are compared by content, not by key order", () => {
  const mine = { version: 1, crop: null, shapes: [{ id: "a", x: 1, points: [1, 2] }] };
  expect(isSameDocument(mine, { shapes: [{ points: [1, 2], x: 1, id: "a" }], crop: null, version: 1 })).toBe(true);
  expect(isSameDocument(mine, { ...mine, shapes: [{ id: "a", x: 1, points: [2, 1] }] })).toBe(false);
  expect(isSameDocument(mine, null)).toBe(false);
});

test("a crop alone changes the image, an empty document does not", () => {
  expect(isDrawnOn({ version: 1, crop: null, shapes: [] })).toBe(false);
  expect(isDrawnOn({ version: 1, crop: { x: 0, y: 0, width: 1, height: 1 }, shapes: [] })).toBe(true);
  expect(isDrawnOn(null)).toBe(false);
});

test("no user sees or sends the captures of another user; captures without a user belong to the current user", () => {
  const ada = { mark: "u1", marks: ["u1", "session:a"] };
  expect(isOwnedBy("u1", ada)).toBe(true);
  expect(isOwnedBy("session:a", ada)).toBe(true);
  expect(isOwnedBy("u2", ada)).toBe(false);
  expect(isOwnedBy("u1", null)).toBe(false);
  expect(isOwnedBy(null, null)).toBe(true);
  expect(isOwnedBy(null, ada)).toBe(true);
});

test.each([
  [refused(409, "reconnect-needed"), "reconnect-needed"],
  [refused(501, "not-configured"), "not-configured"],
  [refused(502, "provider-refused"), "provider-refused"],
  [refused(429, "too-many-requests"), "too-many-requests"],
  [refused(422, "validation-failed"), "other"],
])("a refusal is final: %s", (error, failure) => {
  expect(saveFailureOf(error)).toBe(failure);
});

test.each([
  ["without a network", refused(0, "offline")],
  ["while the server restarts", refused(503, "unavailable")],
  ["after the end of the session", refused(401, "unauthenticated")],
  ["after a timeout", new DOMException("late", "TimeoutError")],
])("a save that could not be started %s is repeated", (_name, error) => {
  expect(saveFailureOf(error)).toBeNull();
});
