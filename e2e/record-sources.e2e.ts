import http from "node:http";
import { plainElement } from "@stillreel/board/shapes";
import { createBoard, type BoardElement, updateBoard } from "@stillreel/contract";
import { ExtensionPopup, closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXTENSION_ID } from "../apps/extension/src/shared/core/identity.ts";
import { readClipboard } from "./support/extension-world.ts";
import { workerOf } from "./support/stored-captures.ts";
import { listening } from "./support/listening.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { withFrameDecoder } from "./support/recorded-frames.ts";
import type * as Frames from "./support/recorded-frames.page.ts";
import { itemCount, newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

declare const frames: typeof Frames;

/** A part of a page with a color in each corner, on a red page, and a page that changes. */
const PART = { x: 241, y: 121, width: 640, height: 360 };
/** A window of odd size: a video has an even one. */
const ODD_WINDOW = { width: 1439, height: 713 };
const CORNERS = { "left top": "#ffffff", "right top": "#000000", "left bottom": "#ffff00", "right bottom": "#0000ff" };
const PAGES: Record<string, string> = {
  "/part": `<title>Part</title><style>body{margin:0;background:#f00}div{position:fixed;left:${PART.x}px;top:${PART.y}px;
    width:${PART.width}px;height:${PART.height}px;background:#0a0}i{position:absolute;width:24px;height:24px}</style><div>${Object.entries(
      CORNERS,
    )
      .map(([at, colour]) => `<i style="background:${colour};${at.replaceAll(/\w+/gu, (side) => `${side}:0;`)}"></i>`)
      .join("")}</div>`,
  "/shared": `<title>Shared window</title><body style="background:#0a0"><h1>Shared</h1><script>
    setInterval(() => { document.querySelector("h1").textContent = String(Date.now()); }, 50)</script>`,
};

/** Flags of a browser whose chooser accepts automatically. */
const CHOOSING = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"];
/** Flags that choose the page of that title. */
const CHOOSING_PAGE = ["--auto-select-tab-capture-source-by-title=Shared window"];
/** Flags of a browser that asks before it uses a device. */
const UNASKED = ["--use-fake-device-for-media-stream"];
const NO_DEVICES = ["--use-fake-device-for-media-stream=device-count=0"];

let server: RunningServer;
let site: Awaited<ReturnType<typeof listening>>;
let viewer: Browser;
let world: RecordingWorld;
let person: Person;

beforeAll(async () => {
  const pages = http.createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><meta charset="utf-8">${PAGES[request.url ?? ""] ?? ""}</html>`);
  });
  [server, site, viewer] = await Promise.all([startStoryServer(), listening(pages), sharedBrowser()]);
  world = await startRecordingWorld(server.url, null);
});
afterAll(async () => {
  await Promise.all([world?.close(), closeContexts(viewer), site?.stop()]);
  await server?.stop();
});
beforeEach(async () => {
  person = await registerPerson(server.url, "Sora Sources");
  await signIn(world.context, server.url, person);
});
afterEach(async () => {
  await until("nothing is recorded", async () => {
    const state = await world.state();
    return state === null || ["idle", "done", "failed"].includes(state.phase);
  });
  for (const page of world.context.pages()) if (page.url().startsWith(site.origin)) await page.close();
});

const open = (own: RecordingWorld, path: string): Promise<Page> => own.openPage(site.origin + path);

/** Returns the newest video, once it is complete. */
const complete = () =>
  until("the recording is complete", async () => {
    const newest = await newestVideo(person);
    return newest && newest.stage !== "recording" && newest.stage !== "uploading" && newest;
  });

/** Returns the text of the toasts in a page. Their shadow root is closed, so the debugger reads it. */
async function toastIn(own: RecordingWorld, page: Page): Promise<string> {
  const cdp = await own.context.newCDPSession(page);
  const { root } = await cdp.send("DOM.getDocument", { depth: -1, pierce: true });
  const texts: string[] = [];
  const walk = (node: typeof root, isInside: boolean): void => {
    if (isInside && node.nodeType === 3 && node.parentId !== undefined) texts.push(node.nodeValue);
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])])
      walk(child, isInside || node.localName === "stillreel-toast");
  };
  walk(root, false);
  await cdp.detach();
  return texts.join(" ");
}

interface Film {
  durationMs: number;
  width: number;
  height: number;
  /** Colors at positions in the frame, from its middle second. */
  colours: [number, number, number][];
}

async function watch(bytes: Buffer, points: [number, number][] = []): Promise<Film> {
  const { durationMs, results } = await withFrameDecoder(viewer, (page) =>
    page.evaluate(
      ([film, at]) =>
        frames.decode(film, (frame, atMs) => {
          const { width, height } = frame.canvas;
          const colours = at.map(([x, y]) => {
            const { data: pixel } = frame.getImageData(Math.round(x * (width - 1)), Math.round(y * (height - 1)), 1, 1);
            return [pixel[0], pixel[1], pixel[2]] as [number, number, number];
          });
          return { atMs, width, height, colours };
        }),
      [bytes.toString("base64"), points] as const,
    ),
  );
  const middle = results.findLast(({ atMs }) => atMs <= durationMs / 2);
  if (!middle) throw new Error("The recording has no frame in its first half.");
  return { durationMs, ...middle };
}

const rgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const isNear = (a: readonly number[], b: readonly number[]): boolean => a.every((value, index) => Math.abs(value - (b[index] ?? 0)) < 60);

/** Expects that neither the server nor this machine stores data of a discarded recording. */
async function expectNothingLeft(own = world): Promise<void> {
  await expect.poll(() => itemCount(person)).toBe(0);
  await expect
    .poll(() =>
      own.inside.evaluate(async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("recordings").catch(() => null);
        let count = 0;
        if (folder) for await (const _ of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) count += 1;
        return count;
      }),
    )
    .toBe(0);
  await expect.poll(() => own.badge()).toBe("");
}

/** Dispatches the shortcut to the worker, as the browser does. */
async function shortcut(own: RecordingWorld, page: Page, command: string): Promise<void> {
  const worker = await workerOf(own.context);
  await page.bringToFront();
  await worker.evaluate(async (name) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    (chrome.commands.onCommand as unknown as { dispatch(...given: unknown[]): void }).dispatch(name, tab);
  }, command);
}

test("a recording of a part of a tab contains exactly that part in its size", async () => {
  const page = await open(world, "/part");
  await page.setViewportSize(ODD_WINDOW);
  await world.setUp({ source: "area" });
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  // Closed immediately after the press, like a click beside the popup. The request was already sent.
  await popup.close();
  await page.locator("stillreel-part").waitFor({ state: "attached" });
  await page.mouse.move(PART.x, PART.y);
  await page.mouse.down();
  await page.mouse.move(PART.x + 100, PART.y + 100);
  await page.mouse.move(PART.x + PART.width, PART.y + PART.height);
  await page.mouse.up();
  await page.keyboard.press("Enter");
  await world.untilPhase("recording");
  await world.recorded(1_500);
  await world.press(page, "Stop and copy link");
  const edge = 0.01;
  const points: [number, number][] = [
    [edge, edge],
    [1 - edge, edge],
    [edge, 1 - edge],
    [1 - edge, 1 - edge],
    [0.5, edge],
    [0.5, 1 - edge],
    [edge, 0.5],
    [1 - edge, 0.5],
    [0.5, 0.5],
  ];
  const film = await watch(await recordingOf(server.url, person, (await complete()).id), points);
  expect([film.width, film.height]).toEqual([PART.width, PART.height]);
  const wanted = [...Object.values(CORNERS), ...Array.from({ length: 5 }, () => "#00aa00")].map(rgb);
  expect(film.colours.map((colour, index) => isNear(colour, wanted[index] ?? []) || colour)).toEqual(wanted.map(() => true));
});

test("a part of a whiteboard is recorded with what is drawn meanwhile", async () => {
  const sheet = (id: string, backgroundColor: string): BoardElement =>
    plainElement(id, { index: `a${id}`, width: 600, height: 400, backgroundColor, strokeColor: "transparent" });
  const canvas = { background: "#ffffff", grid: true };
  const document = { format: 1 as const, elements: [sheet("1", "#00aa00")], canvas };
  const { id: boardId } = await person.client.call(createBoard, { body: { title: "Shifts", document } });
  const page = await world.openPage(`${server.url}/boards/${boardId}`);
  await page.getByText("Saved", { exact: true }).waitFor();
  const stage = await page.locator(".excalidraw").first().boundingBox();
  if (!stage) throw new Error("The whiteboard has no canvas.");
  await world.setUp({ source: "area" });
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  await popup.close();
  await page.locator("stillreel-part").waitFor({ state: "attached" });
  const [x, y] = [Math.round(stage.x + stage.width / 2), Math.round(stage.y + stage.height / 2)];
  await page.mouse.move(x - 150, y - 100);
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.move(x + 150, y + 100);
  await page.mouse.up();
  await page.keyboard.press("Enter");
  await world.untilPhase("recording");
  await world.recorded(500);
  await person.client.call(updateBoard, {
    params: { boardId },
    body: { document: { format: 1, elements: [sheet("2", "#0000ff")], canvas } },
  });
  await world.recorded(4_000);
  await world.press(page, "Stop and copy link");
  const film = await watch(await recordingOf(server.url, person, (await complete()).id), [[0.5, 0.5]]);
  expect([film.width, film.height]).toEqual([300, 200]);
  expect(isNear(film.colours[0] ?? [], rgb("#0000ff")) || film.colours).toBe(true);
  await page.close();
});

test("a tab of odd width and height is recorded without a black edge", async () => {
  const page = await open(world, "/part");
  await page.setViewportSize(ODD_WINDOW);
  await world.setUp({ source: "tab" });
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  await popup.close();
  await world.untilPhase("recording");
  await world.recorded(1_500);
  await world.press(page, "Stop and copy link");
  const middles: [number, number][] = [
    [0, 0.9],
    [1, 0.9],
    [0.9, 0],
    [0.9, 1],
  ];
  const film = await watch(await recordingOf(server.url, person, (await complete()).id), middles);
  expect([film.width, film.height].map((pixels) => pixels % 2)).toEqual([0, 0]);
  expect(film.colours.map((colour) => isNear(colour, rgb("#ff0000")) || colour)).toEqual(middles.map(() => true));
});

describe("in a browser whose dialog accepts", () => {
  let own: RecordingWorld;
  beforeAll(async () => {
    own = await startRecordingWorld(server.url, null, undefined, [], CHOOSING);
  });
  afterAll(() => own?.close());

  test.each(["screen", "window"] as const)("a %s is chosen, and the shortcut ends the recording", async (source) => {
    await signIn(own.context, server.url, person);
    const page = await open(own, "/part");
    await own.setUp({ source });
    const popup = await own.openPopup(page);
    await popup.click("Start recording");
    await popup.close();
    await own.untilPhase("recording");
    await own.recorded(1_500);
    await shortcut(own, page, "record-toggle");
    await own.untilPhase("done");
    const item = await complete();
    await expect.poll(() => readClipboard(page)).toBe(item.shareUrl);
    const film = await watch(await recordingOf(server.url, person, item.id));
    expect(film.durationMs).toBeGreaterThan(1_000);
    expect(film.width).toBeGreaterThan(300);
    await page.close();
  });
});

test("when sharing ends outside the recorder, the recording ends and is stored completely, with its link on the clipboard", async () => {
  const own = await startRecordingWorld(server.url, person, undefined, CHOOSING_PAGE);
  try {
    const shared = await open(own, "/shared");
    const page = await open(own, "/part");
    await own.setUp({ source: "screen" });
    const popup = await own.openPopup(page);
    await popup.click("Start recording");
    await popup.close();
    await own.untilPhase("recording");
    await own.recorded(1_500);
    await shared.close();
    expect(await own.untilPhase("done")).toMatchObject({ reason: "share-ended" });
    const item = await complete();
    await expect.poll(() => readClipboard(page)).toBe(item.shareUrl);
    await expect.poll(() => toastIn(own, page)).toContain("Link copied");
    expect((await watch(await recordingOf(server.url, person, item.id))).durationMs).toBeGreaterThan(1_000);
    await expect.poll(() => own.badge()).toBe("");
  } finally {
    await own.close();
  }
});

test("a forbidden microphone is reported before the start, and no data remains", async () => {
  const own = await startRecordingWorld(server.url, person, undefined, [], UNASKED);
  try {
    const page = await open(own, "/part");
    const cdp = await own.context.newCDPSession(own.inside);
    const origin = `chrome-extension://${EXTENSION_ID}`;
    await cdp.send("Browser.setPermission", { permission: { name: "microphone" }, setting: "denied", origin });
    await own.setUp({ microphone: { deviceId: null } });
    // The click that grants the extension access to the page.
    await own.openPopup(page).then((popup) => popup.close());
    await shortcut(own, page, "record-toggle");
    await expect.poll(() => toastIn(own, page)).toContain("Microphone access is blocked.");
    await expectNothingLeft(own);
  } finally {
    await own.close();
  }
});

test("a missing camera is reported, and no data remains", async () => {
  const own = await startRecordingWorld(server.url, person, undefined, NO_DEVICES);
  try {
    const page = await open(own, "/part");
    await own.setUp({ source: "camera", camera: { deviceId: null } });
    // No click has granted access to the page, so the message appears in the popup, which opens for it.
    await shortcut(own, page, "record-toggle");
    const popupWithError = await ExtensionPopup.opened(own.context, EXTENSION_ID);
    await popupWithError.waitForText("There is no camera.");
    await popupWithError.close();
    await expectNothingLeft(own);
    // Started with a click, the message appears in the page.
    const popup = await own.openPopup(page);
    await popup.click("Start recording");
    await popup.close();
    await expect.poll(() => toastIn(own, page)).toContain("There is no camera.");
    await expectNothingLeft(own);
  } finally {
    await own.close();
  }
});

test("a stop at the start gives either a complete recording or a message and no data", async () => {
  const page = await open(world, "/part");
  await world.setUp();
  await world.inside.evaluate(
    () =>
      void (async () => {
        for (;;) {
          // While no recorder page exists, there is no response, or an error.
          const answer = await chrome.runtime.sendMessage({ to: "offscreen", name: "recorder.state", request: {} }).catch(() => null);
          if (answer?.reply?.phase === "recording") break;
        }
        chrome.runtime.connect({ name: "recorder" }).postMessage({ do: "stop" });
      })(),
  );
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  await popup.close();
  const end = await until("it has ended", async () => {
    const state = await world.state();
    return (state?.phase === "done" || state?.phase === "failed") && state;
  });
  if (end.phase === "failed") {
    expect(end.failure).toEqual({ code: "empty" });
    await expect.poll(() => toastIn(world, page)).toContain("Nothing was saved.");
    await expectNothingLeft();
  } else {
    const item = await complete();
    expect((await watch(await recordingOf(server.url, person, item.id))).durationMs).toBeGreaterThan(0);
  }
});
