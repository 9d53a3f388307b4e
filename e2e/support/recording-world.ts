import { readFile } from "node:fs/promises";
import { FAKE_DEVICES } from "@stillreel/testing/browser";
import { API_BASE, listItems } from "@stillreel/contract";
import { DEFAULT_SETUP, type RecorderState, type RecordingSetup } from "@stillreel/recorder/types";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { RECORDER_PORT } from "../../apps/extension/src/record/core/recorder-port.ts";
import { EXTENSION_ID } from "../../apps/extension/src/shared/core/identity.ts";
import { type ExtensionWorld, startExtensionWorld } from "./extension-world.ts";
import { type Person, signIn } from "./people.ts";

/** A recording setup for tests: without audio and without countdown. */
const QUIET_SETUP: RecordingSetup = { ...DEFAULT_SETUP, microphone: null, systemSound: false, countdown: 0 };

/** A browser with the extension, ready to record, and a page of the extension that gives a test access to its state. */
export interface RecordingWorld extends ExtensionWorld {
  serverUrl: string;
  /** A page of the extension, for access to its state. */
  inside: Page;
  /** Opens a page to record. */
  openPage(url: string): Promise<Page>;
  /** Changes the setup of the next recording. */
  setUp(patch?: Partial<RecordingSetup>): Promise<void>;
  /** Starts a recording of the active page from the popup, and waits until it runs. */
  record(page: Page): Promise<void>;
  /** Clicks buttons of the popup. Returns the time of the last click, in milliseconds since 1970. */
  press(page: Page, ...names: string[]): Promise<number>;
  /** Returns the recorder's state, or null when its page does not exist. */
  state(): Promise<RecorderState | null>;
  /** Waits until the recorder is in a phase. */
  untilPhase(phase: RecorderState["phase"], timeoutMs?: number): Promise<RecorderState>;
  /** Waits until the given duration has been recorded. */
  recorded(ms: number): Promise<void>;
  /** Returns the text of the icon's badge. */
  badge(): Promise<string>;
  /** Returns the memory of the process of the extension's pages, in bytes. */
  extensionMemory(): Promise<number>;
  /** Terminates the worker, as the browser does when it is idle. */
  killWorker(): Promise<void>;
  /** Terminates the offscreen page that records. */
  killOffscreen(): Promise<void>;
  /** Kills the whole browser, like a power failure. */
  killBrowser(): Promise<void>;
}

/** Polls until a value is available. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>, timeoutMs = 20_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let problem: unknown;
    const answer = await ask().catch((error: unknown) => {
      problem = error;
      return null;
    });
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the newest video of a user, as the library lists it. */
export async function newestVideo({ client }: Person) {
  const { items } = await client.call(listItems, {
    params: { workspaceId: "personal" },
    query: { view: "all", sort: "newest", limit: 10 },
  });
  return items.find(({ type }) => type === "video") ?? null;
}

/** Returns the number of items of a user. */
export async function itemCount({ client }: Person): Promise<number> {
  return (await client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", sort: "newest", limit: 10 } })).items
    .length;
}

/** Returns the bytes of a recording on the server, once it has all of them. */
export async function recordingOf(serverUrl: string, { tokens }: Person, itemId: string): Promise<Buffer> {
  return until("the server hands the recording out", async () => {
    const answer = await fetch(`${serverUrl}${API_BASE}/items/${itemId}/download?format=original`, { headers: { ...tokens } });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  });
}

/** Returns the private memory of the extension process in bytes. */
async function extensionMemory(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  for (const { id } of processInfo) {
    if (!(await readFile(`/proc/${id}/cmdline`, "utf8")).includes("--extension-process")) continue;
    const own = /^RssAnon:\s+(\d+) kB/mu.exec(await readFile(`/proc/${id}/status`, "utf8"));
    return Number(own?.[1]) * 1_024;
  }
  throw new Error("The extension has no process of its own.");
}

/** Closes the offscreen page. */
async function killOffscreen(browser: Browser): Promise<void> {
  const cdp = await browser.newBrowserCDPSession();
  const { targetInfos } = await cdp.send("Target.getTargets", { filter: [{}] } as never);
  const target = targetInfos.find(({ url }) => url.endsWith("/offscreen.html"));
  if (!target) throw new Error("There is no offscreen page.");
  await cdp.send("Target.closeTarget", { targetId: target.targetId });
  await cdp.detach();
}

/** Ends the browser process without a shutdown. */
async function killBrowser(context: BrowserContext, browser: Browser): Promise<void> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  const own = processInfo.find(({ type }) => type === "browser");
  if (!own) throw new Error("The browser has no process.");
  const gone = new Promise((resolve) => context.once("close", resolve));
  process.kill(own.id, "SIGKILL");
  await gone;
}

/** Stops the service worker. */
async function killWorker(context: BrowserContext, inside: Page): Promise<void> {
  const cdp = await context.newCDPSession(inside);
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.stopAllWorkers");
  await cdp.detach();
}

function stateOf(inside: Page): Promise<RecorderState | null> {
  return inside.evaluate(async () => {
    const answer = await chrome.runtime.sendMessage({ to: "offscreen", name: "recorder.state", request: {} }).catch(() => null);
    return (answer as { reply?: RecorderState } | null)?.reply ?? null;
  });
}

/** Waits until the recorder is in a phase. @throws Error with the last state, immediately when the recorder fails first */
async function untilPhaseOf(
  state: () => Promise<RecorderState | null>,
  phase: RecorderState["phase"],
  timeoutMs?: number,
): Promise<RecorderState> {
  let last: RecorderState | null = null;
  const reached = await until(
    `the recorder is ${phase}`,
    async () => {
      last = await state();
      return (last?.phase === phase || last?.phase === "failed") && last;
    },
    timeoutMs,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} Its last state: ${JSON.stringify(last)}`, { cause: error });
  });
  if (reached.phase !== phase) throw new Error(`The recorder failed instead of being ${phase}: ${JSON.stringify(reached)}`);
  return reached;
}

/** Waits until a recording has started. The next test of the same browser must not find one that has not. */
async function untilStarted(inside: Page, starting: Promise<RecorderState>): Promise<void> {
  try {
    await starting;
  } catch (error) {
    await inside.evaluate((name) => chrome.runtime.connect({ name }).postMessage({ do: "discard" }), RECORDER_PORT);
    throw error;
  }
}

async function untilRecorded(state: () => Promise<RecorderState | null>, ms: number): Promise<void> {
  await until(`${ms} ms are recorded`, async () => {
    const now = await state();
    return now?.phase === "recording" && now.elapsedMs >= ms;
  });
}

/** Starts a browser signed in as a user. A profile restores earlier data. Other devices may replace the fake ones. */
export async function startRecordingWorld(
  serverUrl: string,
  person: Person | null,
  profile?: string,
  switches: readonly string[] = [],
  devices: readonly string[] = FAKE_DEVICES,
): Promise<RecordingWorld> {
  const world = await startExtensionWorld(serverUrl, [...devices, ...switches], {
    allowsDevices: true,
    ...(profile && { folder: profile }),
  });
  const { context } = world;
  if (person) await signIn(context, serverUrl, person);
  const inside = await context.newPage();
  await inside.goto(`chrome-extension://${EXTENSION_ID}/permission.html`);
  const browser = context.browser();
  if (!browser) throw new Error("This context has no browser of its own.");

  const state = (): Promise<RecorderState | null> => stateOf(inside);
  const untilPhase: RecordingWorld["untilPhase"] = (phase, timeoutMs) => untilPhaseOf(state, phase, timeoutMs);

  return {
    ...world,
    serverUrl,
    inside,
    state,
    untilPhase,
    async openPage(url) {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    setUp: (patch = {}) =>
      inside.evaluate((recordingSetup) => chrome.storage.local.set({ recordingSetup, popupTab: "record" }), {
        ...QUIET_SETUP,
        ...patch,
      } as never),
    async record(page) {
      const popup = await world.openPopup(page);
      await popup.click("Start recording");
      await untilStarted(inside, untilPhase("recording"));
      await popup.close();
    },
    async press(page, ...names) {
      const popup = await world.openPopup(page);
      for (const name of names) await popup.click(name);
      const at = Date.now();
      await popup.close();
      return at;
    },
    recorded: (ms) => untilRecorded(state, ms),
    badge: () => inside.evaluate(() => chrome.action.getBadgeText({})),
    extensionMemory: () => extensionMemory(browser),
    killWorker: () => killWorker(context, inside),
    killOffscreen: () => killOffscreen(browser),
    killBrowser: () => killBrowser(context, browser),
  };
}
