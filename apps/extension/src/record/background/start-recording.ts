import type { PartBox, RecordingOrder, RecordingSetup } from "@stillreel/recorder/types";
import { fileNameOf, titleOf } from "../../shared/data/file-name.ts";
import { choosePart } from "./inject-recording-page.ts";
import { partChooserView } from "./recording-page-view.ts";
import type { RecordAnswer, RecordFailure, RecordRequest } from "../core/record-request.ts";
import { endMark, readMark, type RecordingMark, writeMark } from "../data/recording-mark.ts";
import { i18n, startI18n, t } from "../../shared/data/i18n.ts";
import { send } from "../core/messages.ts";
import { clearNotices } from "../../shared/data/notices.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { locationName } from "../../shared/core/save-target.plan.ts";
import { openTarget } from "../../shared/data/save-targets.ts";
import { withOffscreenPage } from "../../shared/background/offscreen-page.ts";
import { inPage } from "../../shared/background/page-scripts.ts";
import { scheduleResume } from "./local-recordings.ts";
import { recordingOwner } from "./recording-owner.ts";
import { followRecording, whileBeginning } from "./follow-recording.ts";
import { clearToast } from "../../shared/background/toast.ts";

/** Error: a recording cannot start. */
class Refusal extends Error {
  readonly failure: RecordFailure;
  constructor(failure: RecordFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

const RUNNING: ReadonlySet<string> = new Set(["preparing", "countdown", "recording", "paused"]);
/** Name of the lock for starting a recording. */
const LOCK = "recording.start";

const isOfTab = ({ source }: RecordingSetup): boolean => source === "tab" || source === "area";

/**
 * Returns whether a tab can be recorded: web sites and files only. For some browser pages the browser returns a stream id
 * but never a frame. The address is readable because the click granted access to this tab.
 */
const canBeRecorded = (tab: chrome.tabs.Tab | null): boolean => /^(?:https?|file):/u.test(tab?.url ?? "");

/** Time limit for a tab to become free after its last recording, in milliseconds. */
const FREE_MS = 3_000;

/** Resolves when no own stream captures the tab any more, or after the time limit. */
async function whenFree(tabId: number): Promise<void> {
  const free = Promise.withResolvers<void>();
  const check = async (): Promise<void> => {
    const ours = await chrome.tabCapture.getCapturedTabs();
    if (!ours.some((each) => each.tabId === tabId && (each.status === "active" || each.status === "pending"))) free.resolve();
  };
  const recheck = (): void => void check().catch(free.reject);
  chrome.tabCapture.onStatusChanged.addListener(recheck);
  const timer = setTimeout(free.resolve, FREE_MS);
  recheck();
  await free.promise.finally(() => {
    clearTimeout(timer);
    chrome.tabCapture.onStatusChanged.removeListener(recheck);
  });
}

/** Returns a stream id for a tab, valid for some seconds. The click, shortcut or menu granted access to this tab. */
async function streamOf(tabId: number): Promise<string> {
  // A user who stops and restarts immediately finds the previous recording still releasing the tab.
  await whenFree(tabId);
  try {
    return await chrome.tabCapture.getMediaStreamId({ targetTabId: tabId });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (/active stream/iu.test(words)) throw new Refusal({ code: "tab-in-use" });
    if (/invoked|chrome pages|activeTab/iu.test(words)) throw new Refusal({ code: "not-recordable" });
    throw error;
  }
}

/** Returns the size of a tab in device pixels, the maximum that it can show. */
async function sizeOf(tab: chrome.tabs.Tab, tabId: number): Promise<{ width: number; height: number }> {
  const size = await inPage(
    tabId,
    () => ({ width: Math.round(innerWidth * devicePixelRatio), height: Math.round(innerHeight * devicePixelRatio) }),
    [],
  );
  return size ?? { width: tab.width || 1_920, height: tab.height || 1_080 };
}

async function areaOf(tabId: number): Promise<PartBox> {
  const words = await startI18n((await readPreferences()).language);
  await clearToast(tabId);
  const part = await choosePart(
    tabId,
    partChooserView(words, (key, values) => t(`recorder:${key}`, values)),
  );
  if (part === "refused") throw new Refusal({ code: "no-area" });
  if (part === null) throw new Refusal({ code: "cancelled" });
  return part;
}

/** Returns the default title of a recording, for example "Screen, 21 November 2026 at 14:05". */
function untitled({ source }: RecordingSetup, now: Date): string {
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: "long", timeStyle: "short" }).format(now);
  return t(`recorder:popup.untitled.${source === "camera" ? "camera" : source === "window" ? "window" : "screen"}`, { when });
}

/** Save target of a recording, and the requested target when it is not available. */
type Destination = Pick<RecordingMark, "location" | "lost">;

async function orderOf(
  { tabId, setup }: RecordRequest,
  tab: chrome.tabs.Tab | null,
  area: PartBox | null,
): Promise<{ order: RecordingOrder; destination: Destination }> {
  const [server, { language }, { target, lost }] = await Promise.all([recordingOwner(), readPreferences(), openTarget("recording")]);
  await startI18n(language);
  const now = new Date();
  const isTab = isOfTab(setup);
  const pageUrl = isTab && tab?.url && /^https?:/u.test(tab.url) ? tab.url : null;
  const title = isTab ? titleOf(tab?.title, pageUrl) : untitled(setup, now);
  // The stream id is requested last because it is valid for some seconds only.
  const source = isTab && tab ? { ...(await sizeOf(tab, tabId)), streamId: await streamOf(tabId) } : null;
  const location = target && { workspaceId: target.workspaceId, folderId: target.folderId, name: locationName(target) };
  const order: RecordingOrder = {
    setup,
    server,
    title,
    fileName: fileNameOf("{title}", { title, pageUrl, takenAt: now }, "mp4"),
    pageUrl,
    folderId: location?.folderId ?? null,
    workspaceId: location?.workspaceId ?? "personal",
    tab: source,
    area,
  };
  return { order, destination: { location, lost } };
}

/** Refuses to start while a recording is active. A recording that is finishing continues in the background. */
async function refuseWhileRunning(): Promise<void> {
  if ((await readMark()) && RUNNING.has((await send("recorder.state", {})).phase)) throw new Refusal({ code: "busy" });
}

/** Passes a recording to the recorder together with its mark. */
async function handOver(mark: RecordingMark, order: RecordingOrder): Promise<void> {
  await whileBeginning(async () => {
    await writeMark(mark);
    // From here on data may be on disk: the next worker and the next browser start search for it.
    await scheduleResume();
    try {
      await send("recorder.start", { key: mark.key, order });
    } catch (error) {
      await endMark(mark.key);
      throw error;
    }
  });
  followRecording();
}

async function begin(request: RecordRequest): Promise<void> {
  const { tabId, windowId, setup } = request;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (isOfTab(setup) && !canBeRecorded(tab)) throw new Refusal({ code: "not-recordable" });
  await clearNotices();
  await withOffscreenPage(async () => {
    await refuseWhileRunning();
    const area = setup.source === "area" ? await areaOf(tabId) : null;
    // Two concurrent starts, for example by a repeated key press, are serialised here.
    await navigator.locks.request(LOCK, async () => {
      await refuseWhileRunning();
      const { order, destination } = await orderOf(request, tab, area);
      await clearToast(tabId);
      await handOver({ key: crypto.randomUUID(), setup, tabId, windowId, area, bars: [], reportedLink: null, ...destination }, order);
    });
  });
}

/** Starts a recording or returns why it cannot start. Never throws. */
export async function startRecording(request: RecordRequest): Promise<RecordAnswer> {
  try {
    await begin(request);
    return { ok: true };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, failure: error.failure };
    return { ok: false, failure: { code: "failed", detail: error instanceof Error ? error.message : String(error) } };
  }
}
