import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { preferredDownloadUrl, startDownload } from "./item-downloads.ts";

fakeServer();
const followed: string[] = [];
beforeEach(() => {
  followed.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    followed.push(this.getAttribute("href") ?? "");
  });
  openScreens({ "/": () => null }, ["/"]);
});

const image = { id: "i", type: "image", mimeType: "image/png", stage: "ready" } as const;
const prefer = (downloadFormat: string): unknown =>
  queryClient.setQueryData(userQuery.queryKey, { id: "m", preferences: { downloadFormat } } as never);

test("images are downloaded in the preferred format", () => {
  expect(preferredDownloadUrl(image)).toBe("/api/v1/items/i/download");
  prefer("jpg");
  expect(preferredDownloadUrl(image)).toBe("/api/v1/items/i/download?format=jpg");
});

test.each([
  ["a video", { type: "video", mimeType: "video/mp4" }],
  ["an animation", { mimeType: "image/gif" }],
  ["an unreadable image", { stage: "failed" }],
] as const)("%s is downloaded unchanged", (_what, more) => {
  prefer("jpg");
  expect(preferredDownloadUrl({ ...image, ...more })).toBe("/api/v1/items/i/download");
});

test("a download starts once the server accepts it", async () => {
  vi.stubGlobal("fetch", async () => ({ ok: false, type: "opaqueredirect" }));
  await startDownload("video", "/media/a");
  expect(followed).toEqual(["/media/a"]);
});

test.each([
  ["video", "Video could not be downloaded."],
  ["image", "Image could not be downloaded."],
] as const)("a refused download of a %s shows a message", async (type, message) => {
  vi.stubGlobal("fetch", async () => ({ ok: false, type: "basic", status: 422 }));
  await startDownload(type, "/media/a");
  expect(await screen.findByText(message)).toBeDefined();
  expect(followed).toEqual([]);
});

test("a download without a connection shows a message", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await startDownload("video", "/media/a");
  expect(await screen.findByText("Video could not be downloaded.")).toBeDefined();
});
