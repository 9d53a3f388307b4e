import fs from "node:fs";
import path from "node:path";
import { getEdits, getPlayback, getVideo, listVersions, putEdits, uploadVideo } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import { video } from "@stillreel/testing/video";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const SECONDS = 12;
const personal = { workspaceId: "personal" };
/** A render of every frame at a quarter of the speed. */
const SLOW = { clips: [{ start: 0, end: 8, speed: 0.25 }] };

let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;
let page: Page;
/** Processes that a test has stopped. */
let stopped: number[] = [];

beforeAll(async () => {
  // Its own server: every file in its store belongs to this story.
  [server, browser] = await Promise.all([startStoryServer({}), sharedBrowser()]);
  owner = await registerPerson(server.url, "Olga Owner");
  const body = new FormData();
  const film = new Uint8Array(await video({ seconds: SECONDS, width: 640, height: 360, rate: 30 }));
  body.append("file", new Blob([film], { type: "video/mp4" }), "Renewal.mp4");
  ({ id: itemId } = await owner.client.call(uploadVideo, { params: personal, body }));
  const isReady = async (): Promise<boolean> => {
    const { storyboard } = await owner.client.call(getVideo, { params: { ...personal, itemId } });
    return storyboard !== null && jobFolders().length === 0;
  };
  await vi.waitUntil(isReady, { timeout: 90_000, interval: 200 });
  page = await openAs(browser, server.url, owner);
}, 150_000);
afterEach(() => {
  for (const pid of stopped) {
    try {
      process.kill(pid, "SIGCONT");
    } catch {
      // It has ended.
    }
  }
  stopped = [];
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

/** Returns the folders of jobs that are running. */
function jobFolders(): string[] {
  const root = path.join(server.dataDir, "work");
  return fs.existsSync(root) ? fs.readdirSync(root).filter((name) => name.startsWith("job-")) : [];
}

/** Returns the stored files. */
const storedFiles = (): string[] =>
  fs
    .readdirSync(path.join(server.dataDir, "storage"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();

/** Returns the processes of this server's jobs. */
function jobProcesses(): number[] {
  const mark = path.join(server.dataDir, "work", "job-");
  return fs.readdirSync("/proc").flatMap((id) => {
    if (!/^\d+$/u.test(id)) return [];
    try {
      return fs.readFileSync(`/proc/${id}/cmdline`, "utf8").includes(mark) ? [Number(id)] : [];
    } catch {
      // The process ended meanwhile.
      return [];
    }
  });
}

/** Saves the draft, and stops the program that renders it, so that the save lasts until it is cancelled. */
async function saveWithoutEnd(): Promise<void> {
  await page.getByRole("button", { name: "Save video" }).click();
  await vi.waitUntil(() => jobProcesses().length > 0, { timeout: 60_000, interval: 10 });
  stopped = jobProcesses();
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
}

/** Stores a draft that takes long to render, and opens it in the editor. */
async function openSlowDraft(): Promise<void> {
  const { version, document } = await owner.client.call(getEdits, { params: { itemId } });
  await owner.client.call(putEdits, { params: { itemId }, body: { version, document: { ...document, ...SLOW } } });
  await page.goto(`${server.url}/videos/${itemId}/edit`);
  await page.getByRole("button", { name: /^Clip 1/u }).waitFor();
}

/** Returns what a visitor and the store have. */
async function present(): Promise<object> {
  const { stage, duration } = await owner.client.call(getPlayback, { params: { itemId } });
  const { items } = await owner.client.call(listVersions, { params: { itemId } });
  const { updating } = await owner.client.call(getVideo, { params: { ...personal, itemId } });
  return { stage, duration, versions: items.length, updating, stored: storedFiles() };
}

/** Waits until nothing of the render is left. */
async function expectNothingLeft(before: object): Promise<void> {
  await vi.waitUntil(() => jobProcesses().length === 0 && jobFolders().length === 0, { timeout: 60_000, interval: 50 });
  expect(await present()).toEqual(before);
}

test("a save that is cancelled on the page of the video leaves the old video, and nothing in the store", async () => {
  await openSlowDraft();
  const before = await present();
  await saveWithoutEnd();
  await page.goto(`${server.url}/videos/${itemId}`);
  await page.getByText("The edited video replaces this one when it is ready.").waitFor();
  await page.getByRole("button", { name: "Cancel the update" }).click();
  await page.getByText("Saving cancelled. The video is unchanged.").waitFor();
  await page.getByText("The edited video replaces this one when it is ready.").waitFor({ state: "detached" });
  await expectNothingLeft(before);
  const player = page.locator("video");
  await expect.poll(() => player.evaluate((element: HTMLVideoElement) => Math.round(element.duration)), { timeout: 30_000 }).toBe(SECONDS);
}, 180_000);

test("a save that is cancelled in the editor leaves the draft and the old video, and nothing in the store", async () => {
  await openSlowDraft();
  const before = await present();
  await saveWithoutEnd();
  await page.goto(`${server.url}/videos/${itemId}/edit`);
  await page.getByText(/^A saved version is being made/u).waitFor();
  await page.getByRole("button", { name: "Cancel the save" }).click();
  await page.getByText("Saving cancelled. The video is unchanged.").waitFor();
  await page.getByText(/^A saved version is being made/u).waitFor({ state: "detached" });
  await expectNothingLeft(before);
  expect((await owner.client.call(getEdits, { params: { itemId } })).document.clips).toEqual(SLOW.clips);
}, 180_000);
