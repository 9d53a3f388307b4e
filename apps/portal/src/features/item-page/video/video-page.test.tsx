import { ApiError } from "@stillreel/client";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../platform/api.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { setPreview } from "../../../entities/spaces/preview.ts";
import { VideoScreen } from "./watch.screen.tsx";
import { ItemPageLayout } from "../../../app/item-page-layout.tsx";

const CHAPTERS = [
  { timestamp: 0, name: "Quay" },
  { timestamp: 12, name: "Bridge" },
  { timestamp: 24, name: "Sea" },
];
const video = (more: object = {}) => ({
  id: "v",
  workspaceId: "w",
  type: "video",
  title: "Tour",
  description: "",
  fullFileName: "tour.mp4",
  parentId: null,
  stage: "ready",
  progress: null,
  updating: null,
  live: false,
  trash: false,
  purgeAt: null,
  favorite: false,
  likes: 2,
  likedByMe: false,
  views: 1214,
  uniqueViews: 163,
  comments: 0,
  createdAt: "2026-09-18T10:00:00.000Z",
  updatedAt: "2026-09-18T10:00:00.000Z",
  owner: { id: "m", displayName: "Mira", photoURL: null },
  mimeType: "video/mp4",
  size: 1000,
  width: 320,
  height: 180,
  duration: 36,
  sourceUrl: "/media/x",
  posterUrl: null,
  placeholder: null,
  shareUrl: null,
  access: "private",
  pageUrl: null,
  failure: null,
  capture: null,
  chapters: CHAPTERS,
  chaptersEnabled: true,
  permission: { read: true, write: true },
  ...more,
});
const PLAYBACK = {
  itemId: "v",
  stage: "ready",
  live: false,
  duration: 36,
  width: 320,
  height: 180,
  sources: [],
  posterUrl: null,
  storyboard: null,
  waveformUrl: null,
  captions: [],
  chapters: CHAPTERS,
  progress: null,
  failure: null,
};
const refused = new ApiError({ status: 403, code: "forbidden", message: "Insufficient permissions!" });

const server = fakeServer(() => ({
  "items.getVideo": video(),
  "auth.getUserData": { id: "m", displayName: "Mira", photoURL: null },
  "comments.list": { items: [], nextCursor: null },
  "playback.get": PLAYBACK,
  "folders.list": { items: [], nextCursor: null },
  "items.count": { trashDays: 30 },
  "items.trashMany": { done: 1, pending: 0, failed: [] },
  "engagement.statistics": { overTime: [], coverage: [], completion: [], sources: [], views: 0, uniqueViews: 0, likes: 2 },
}));
afterEach(() => {
  cleanup();
  setPreview(null);
});
beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {}));

async function open(address = "/videos/v") {
  const screens = { "/videos": () => <h1>Library</h1>, "/videos/$itemId": VideoScreen, "/w/$workspaceId/videos/$itemId": VideoScreen };
  const visit = openScreens(screens, [address], ItemPageLayout);
  await screen.findByRole("tab", { name: /Comments/u });
  return visit;
}
const tabs = () => screen.getAllByRole("tab").map((tab) => tab.textContent);

test("the side panel is rendered after the rest of the page, in a separate step", async () => {
  const filled: Node[] = [];
  const observer = new MutationObserver((records) => filled.push(...records.map(({ target }) => target)));
  observer.observe(document.body, { childList: true, subtree: true });
  await open();
  observer.disconnect();
  expect(filled).toContain(screen.getByRole("tablist").closest("aside"));
});

test("a video that plays while better renditions are created is updating, not ready", async () => {
  server.answers["items.getVideo"] = video({ progress: 0.49 });
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: "Manage" }));
  expect(await screen.findByText("Updating")).toBeDefined();
  expect(screen.getByText("49%")).toBeDefined();
  expect(screen.queryByText("Ready")).toBeNull();
});

test("a save of edits is cancelled by those who may change the video", async () => {
  server.answers["items.getVideo"] = video({ updating: 0.4 });
  server.answers["edits.cancelRender"] = () => {
    server.answers["items.getVideo"] = video();
    return { isCancelled: true };
  };
  const { user } = await open();
  expect(screen.getByRole("progressbar", { name: "Updating, 40%" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Cancel the update" }));
  expect(await screen.findByText("Saving cancelled. The video is unchanged.")).toBeDefined();
  expect(server.calls.find(({ id }) => id === "edits.cancelRender")).toMatchObject({ params: { itemId: "v" } });
  await waitFor(() => expect(screen.queryByRole("progressbar", { name: /^Updating/u })).toBeNull());
});

test("a save that ended before its cancellation is not called cancelled, and readers cannot cancel", async () => {
  server.answers["items.getVideo"] = video({ updating: 0.9 });
  server.answers["edits.cancelRender"] = { isCancelled: false };
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Cancel the update" }));
  expect(await screen.findByText(/already saved/u)).toBeDefined();
  cleanup();
  queryClient.clear();
  server.answers["items.getVideo"] = video({ updating: 0.9, permission: { read: true, write: false } });
  await open();
  expect(screen.getByRole("progressbar", { name: "Updating, 90%" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Cancel the update" })).toBeNull();
});

test("how it is watched and managed is for those who may change it", async () => {
  await open();
  expect(tabs()).toEqual(["Comments", "Chapters", "Transcript", "Stats", "Manage"]);
  cleanup();
  queryClient.clear();
  server.answers["items.getVideo"] = video({ permission: { read: true, write: false } });
  const { user } = await open();
  expect(tabs()).toEqual(["Comments", "Chapters"]);
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  const rows = await within(screen.getByRole("tabpanel")).findAllByRole("button");
  expect(rows.map((row) => row.textContent)).toEqual(["Quay0:000:12 long", "Bridge0:120:12 long", "Sea0:240:12 long"]);
});

test("a video that is too short for chapters says so, which is an error only once it has some", async () => {
  server.answers["items.getVideo"] = video({ duration: 20, chapters: [] });
  server.answers["playback.get"] = { ...PLAYBACK, duration: 20, chapters: [] };
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  const rule = await screen.findByText("The video must be at least 30 s long.");
  expect(rule.dataset["broken"]).toBeUndefined();
  await user.click(screen.getByRole("button", { name: /^Add chapter at/u }));
  expect(rule.dataset["broken"]).toBe("true");
});

test("a preview as a member has no changes and likes, and shows statistics with write permission only", async () => {
  server.answers["workspaces.list"] = [{ id: "team", name: "Lumen", role: "owner", permission: { read: true, write: true } }];
  server.answers["items.getVideo"] = video({ workspaceId: "team" });
  act(() => setPreview({ workspaceId: "team", memberId: "vic", name: "Vic" }));
  const { user } = await open("/w/team/videos/v");
  await screen.findByText(/You see this item as/u);
  expect(server.calls.find(({ id }) => id === "items.getVideo")?.query).toEqual({ asMember: "vic" });
  expect(tabs()).toEqual(["Comments", "Chapters", "Stats"]);
  for (const name of ["Copy link", "Share", "More"]) expect(screen.queryByRole("button", { name })).toBeNull();
  const off = [screen.getByRole("button", { name: "Like, 2 so far" }), screen.getByRole("button", { name: "Starred" })];
  expect(off.map((one) => one.hasAttribute("disabled"))).toEqual([true, true]);
  await user.keyboard("{Shift>}l{/Shift}s");
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  expect(screen.queryByRole("button", { name: "Save chapters" })).toBeNull();
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  cleanup();
  queryClient.clear();
  server.answers["items.getVideo"] = video({ workspaceId: "team", permission: { read: true, write: false } });
  await open("/w/team/videos/v");
  expect(tabs()).toEqual(["Comments", "Chapters"]);
});

test("a video downloads as original, MP4 or GIF; a failed video only as original", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Download" }));
  const choices = await screen.findAllByRole("menuitem");
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute("href")])).toEqual([
    ["Original", "/api/v1/items/v/download"],
    ["MP4", "/api/v1/items/v/download?format=mp4"],
    ["Part as GIF", null],
    ["Other formats and sizes", null],
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Part as GIF" }));
  const link = await screen.findByRole("link", { name: "Download GIF" });
  expect(link.getAttribute("href")).toBe("/api/v1/items/v/download?format=gif&from=0&to=5");
  cleanup();
  queryClient.clear();
  server.answers["items.getVideo"] = video({ stage: "failed", failure: "The file is damaged." });
  await open();
  expect(screen.getByText("The file is damaged.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Download the original" }).getAttribute("href")).toBe("/api/v1/items/v/download");
});

test("a like is shown immediately, and reverted when it is refused", async () => {
  server.answers["engagement.like"] = { likes: 3, likedByMe: true };
  const { user } = await open();
  expect(screen.getByText("1,214")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Like, 2 so far" }));
  expect((await screen.findByRole("button", { name: "Like, 3 so far" })).getAttribute("aria-pressed")).toBe("true");
  server.answers["engagement.unlike"] = refused;
  await user.click(screen.getByRole("button", { name: "Like, 3 so far" }));
  await screen.findByText("Insufficient permissions!");
  expect(screen.getByRole("button", { name: "Like, 3 so far" }).getAttribute("aria-pressed")).toBe("true");
});

test("chapters are saved when every rule holds, the violated rule is named, and Undo stays available", async () => {
  server.answers["chapters.update"] = { enabled: true, chapters: CHAPTERS };
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  const name = await screen.findByRole("textbox", { name: "Name of chapter 2" });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save chapters" });
  expect(save.disabled).toBe(true);
  await user.clear(name);
  expect(screen.getByText("Chapter 2 needs a name.")).toBeDefined();
  expect(save.disabled).toBe(true);
  await user.type(name, "Old");
  const begin = screen.getByRole("textbox", { name: "Start of chapter 2" });
  await user.clear(begin);
  await user.type(begin, "0:16{Enter}");
  expect(screen.getByText("Chapter 2 is shorter than 10 s.")).toBeDefined();
  await user.type(begin, "{ArrowDown}{ArrowDown}");
  await user.click(save);
  const changed = [CHAPTERS[0], { timestamp: 14, name: "Old" }, CHAPTERS[2]];
  await waitFor(() => expect(server.sent("chapters.update")).toEqual([{ chapters: changed }]));
  await user.click(await screen.findByRole("button", { name: /Undo/u }));
  await waitFor(() => expect(server.sent("chapters.update")[1]).toEqual({ chapters: CHAPTERS, enabled: true }));
});

test("the first chapters of a video are switched on when they are saved, and Undo removes them", async () => {
  server.answers["items.getVideo"] = video({ chapters: [], chaptersEnabled: false });
  server.answers["chapters.update"] = ({ body }: { body: object }) => ({ enabled: false, chapters: [], ...body });
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  await user.click(await screen.findByRole("radio", { name: "Text" }));
  await user.click(screen.getByRole("textbox", { name: "Chapters as text" }));
  await user.paste("0:00 Quay\n0:12 Bridge\n0:24 Sea");
  await user.click(screen.getByRole("button", { name: "Save chapters" }));
  await screen.findByText("Chapters on");
  expect(server.sent("chapters.update")).toEqual([{ chapters: CHAPTERS, enabled: true }]);
  await user.click(await screen.findByRole("button", { name: /Undo/u }));
  await waitFor(() => expect(server.sent("chapters.update")[1]).toEqual({ chapters: [], enabled: false }));
});

test("saving chapters that were switched off does not switch them on", async () => {
  server.answers["items.getVideo"] = video({ chaptersEnabled: false });
  server.answers["chapters.update"] = { enabled: false, chapters: CHAPTERS };
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: /Chapters/u }));
  await user.type(await screen.findByRole("textbox", { name: "Name of chapter 2" }), "s");
  await user.click(screen.getByRole("button", { name: "Save chapters" }));
  const changed = [CHAPTERS[0], { timestamp: 12, name: "Bridges" }, CHAPTERS[2]];
  await waitFor(() => expect(server.sent("chapters.update")).toEqual([{ chapters: changed }]));
});

test("captions are uploaded in a language, and a file without any is refused in words", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: "Manage" }));
  await user.click(await screen.findByRole("button", { name: "Add captions" }));
  const field = screen.getByLabelText<HTMLInputElement>("Caption file");
  await user.upload(field, new File(["no captions here"], "a.vtt", { type: "text/vtt" }));
  await screen.findByText("We couldn't find any captions in this file.");
  server.answers["playback.putCaptions"] = { language: "en", label: "English", vtt: "" };
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";
  await user.upload(field, new File([vtt], "a.vtt", { type: "text/vtt" }));
  await waitFor(() => expect(server.sent("playback.putCaptions")).toEqual([{ vtt, label: "English" }]));
});

test("moving it to the trash leads to the videos, with a way back", async () => {
  const { user, history } = await open();
  await user.click(screen.getByRole("tab", { name: "Manage" }));
  await user.click(await screen.findByRole("button", { name: /Move to trash/u }));
  await screen.findByRole("heading", { name: "Library" });
  expect(history.location.href).toBe("/videos");
  expect(server.sent("items.trashMany")).toEqual([{ itemIds: ["v"] }]);
  expect(await screen.findByRole("button", { name: /Undo/u })).toBeDefined();
});

test("statistics without views show a message, and the period can be chosen", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: "Stats" }));
  await screen.findByText(/^No views yet/u);
  await user.click(screen.getByText("90 days"));
  await waitFor(() => expect(server.calls.filter(({ id }) => id === "engagement.statistics")).toHaveLength(2));
});
