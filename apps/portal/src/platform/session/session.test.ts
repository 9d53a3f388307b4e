import { expect, test } from "vitest";
import { isSignedOut, pathForLogin, safeNext } from "./session.ts";

const HERE = "https://stills.example";

test("the address after signing in is always on this site", () => {
  expect(safeNext("/images/abc?x=1#top", HERE)).toBe("/images/abc?x=1#top");
  expect(safeNext("/s/slug", HERE)).toBe("/s/slug");
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "images",
  "",
  undefined,
  5,
])("a way back to %j leads to the library", (next) => {
  expect(safeNext(next, HERE)).toBe("/images");
});

test("signing in does not lead back to the sign-in pages", () => {
  expect(safeNext("/auth/login?next=/auth/login", HERE)).toBe("/images");
  expect(pathForLogin("/auth/forgot")).toBe(false);
  expect(pathForLogin("/images")).toBe(true);
});

test("an invite needs no session, and signing in leads back to it", () => {
  expect(pathForLogin("/invite/abc")).toBe(false);
  expect(safeNext("/invite/abc", HERE)).toBe("/invite/abc");
});

test("the help centre needs no session", () => {
  expect(pathForLogin("/help")).toBe(false);
  expect(pathForLogin("/help/share-links")).toBe(false);
});

test("a page is opened without a session when the server says so by a cookie", () => {
  expect(isSignedOut("signedOut=1")).toBe(true);
  expect(isSignedOut("lng=en; signedOut=1; a=b")).toBe(true);
  expect(isSignedOut("notsignedOut=1; signedOut=0")).toBe(false);
  expect(isSignedOut("")).toBe(false);
});
