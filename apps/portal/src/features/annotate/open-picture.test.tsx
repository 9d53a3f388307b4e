import { ANNOTATIONS_VERSION } from "@stillreel/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { annotationsOf, isSameDocument, NO_ANNOTATIONS, withEnding } from "./annotation.ts";
import { openPicture } from "./open-picture.ts";

let fetched: string[] = [];
const plain = {
  id: "b",
  type: "image",
  trash: false,
  sourceUrl: "/media/flat",
  originalImage: null,
  markers: null,
  permission: { read: true, write: true },
};

const server = fakeServer();
beforeEach(() => {
  fetched = [];
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return new Response(new Blob(["no picture at all"]));
  });
});

const open = () => openPicture({ itemId: "b", ref: "personal" }, "me", null, new AbortController().signal);

test("a user without write permission gets neither the editor nor the bytes of the image", async () => {
  server.answers["items.getImage"] = { ...plain, permission: { read: true, write: false } };
  expect(await open()).toEqual({ state: "no-access" });
  expect(fetched).toEqual([]);
});

test("a picture in the trash is not drawn on", async () => {
  server.answers["items.getImage"] = { ...plain, trash: true };
  expect(await open()).toEqual({ state: "in-trash" });
  expect(fetched).toEqual([]);
});

test("annotations of a newer version are left alone", async () => {
  server.answers["items.getImage"] = { ...plain, markers: { version: ANNOTATIONS_VERSION + 1, shapes: [], layers: [] } };
  expect(await open()).toMatchObject({ state: "refused", reason: "newer" });
  expect(fetched).toEqual([]);
});

test("annotations are drawn on the original when there is one", async () => {
  server.answers["items.getImage"] = { ...plain, originalImage: "/media/original" };
  expect(await open()).toMatchObject({ state: "refused", reason: "not-a-picture" });
  server.answers["items.getImage"] = plain;
  queryClient.clear();
  await open();
  expect(fetched).toEqual(["/media/original", "/media/flat"]);
});

test("a picture that cannot be fetched is a server that is away", async () => {
  vi.stubGlobal("fetch", async () => new Response("gone", { status: 404 }));
  server.answers["items.getImage"] = plain;
  await expect(open()).rejects.toMatchObject({ code: "offline" });
});

test("missing markers are an empty document, and markers of older versions are read", () => {
  expect(annotationsOf({ markers: null })).toBe(NO_ANNOTATIONS);
  const shapes = [{ id: "a", type: "step" }];
  expect(annotationsOf({ markers: shapes })).toEqual({ version: 1, crop: null, shapes });
});

test("documents are equal when their contents are equal", () => {
  expect(isSameDocument(NO_ANNOTATIONS, structuredClone(NO_ANNOTATIONS))).toBe(true);
  expect(isSameDocument(NO_ANNOTATIONS, { ...NO_ANNOTATIONS, crop: { x: 0, y: 0, width: 1, height: 1 } })).toBe(false);
});

test.each([
  ["shot.png", "jpg", "shot.jpg"],
  ["archive.tar.gz", "pdf", "archive.tar.pdf"],
  ["version 1.2 of it", "png", "version 1.2 of it.png"],
  ["no ending", "png", "no ending.png"],
])("%s as %s is %s", (name, ending, expected) => {
  expect(withEnding(name, ending)).toBe(expected);
});
