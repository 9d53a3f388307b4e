import type { TakenPicture } from "../core/stored-capture.ts";
import type { AfterCapture } from "../core/after-capture.ts";
import { CHOOSER_CSS, CHOOSER_ICONS } from "../../shared/background/chooser.css.ts";
import type { ChooserButton } from "../../shared/core/chooser-view.ts";
import type { Chosen, OverlayView } from "../core/capture-chooser.ts";
import { hideCountdown, listenForEscape, showCountdown, stopListening } from "./countdown.injected.ts";
import { findSensitive } from "./find-sensitive.ts";
import { FULL_PAGE_LIMIT_MAX } from "@stillreel/contract";
import type { CaptureKind, CaptureOrder } from "../core/capture-order.ts";
import type { CaptureFailure } from "../core/capture-failure.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { readCaptureState, type Run, writeCaptureState } from "../data/capture-state.ts";
import { badgeRest, badgeRun } from "../../shared/background/badge.ts";
import { captureVisibleTab, pause } from "./capture-quota.ts";
import { inPage, pageAccessOf, untilPainted } from "../../shared/background/page-scripts.ts";
import { layOverlay, liftOverlay } from "./chooser-script.ts";
import { takeScreen } from "./take-screen.ts";
import { reasonOf, type Shot, ShotFailure, shootChosen, shootPage, shootVisible } from "./shots.ts";
import { surroundingsOf, takenPicture } from "./taken-picture.ts";
import { clearToast } from "../../shared/background/toast.ts";

/** Result of a capture request. */
export type RunOutcome =
  | {
      kind: "taken";
      taken: TakenPicture;
      /** Action requested in the page; null means the preference. */ action: AfterCapture | null;
      stoppedAt: number | null;
    }
  /** The user continues in the page. */
  | { kind: "started" }
  | { kind: "failed"; reason: CaptureFailure };

/** The active run of this worker. When the worker terminates, the run ends too and the page restores itself. */
let current: AbortController | null = null;

/** The expected answer of a page. It is stored because choosing may take longer than a worker lives. */
interface Choosing extends TabTarget {
  session: string;
  kind: "area" | "element";
}

async function readChoosing(): Promise<Choosing | null> {
  return ((await chrome.storage.session.get("choosing")) as { choosing?: Choosing }).choosing ?? null;
}

async function endChoosing(): Promise<void> {
  await Promise.all([chrome.storage.session.remove("choosing"), writeCaptureState({ run: null })]);
  await badgeRest();
}

/** Cleans up after a run of a terminated worker. */
export async function forgetDeadRun(): Promise<void> {
  const { run } = await readCaptureState();
  if (run && run.phase !== "choosing" && !current) await writeCaptureState({ run: null });
  await badgeRest();
}

/** Stops the active run, countdown or choice in a page. */
export async function stopCapture(): Promise<void> {
  current?.abort(new ShotFailure("cancelled"));
  const choosing = await readChoosing();
  if (!choosing) return;
  await Promise.all([liftOverlay(choosing.tabId), endChoosing()]);
}

/** Cleanup of the last run. Only the next run waits for it. */
let tidying: Promise<void> = Promise.resolve();

/** Resolves when the last run has left nothing in storage or on the icon. */
export const untilTidied = (): Promise<void> => tidying;

async function tidyRun(): Promise<void> {
  const { run } = await readCaptureState();
  if (run && run.phase !== "choosing") await writeCaptureState({ run: null });
  await badgeRest();
}

/** Runs one task at a time, publishes it in storage and on the icon, and cleans up in every case. */
async function running(work: (signal: AbortSignal) => Promise<RunOutcome>): Promise<RunOutcome> {
  if (current) return { kind: "failed", reason: "busy" };
  const abort = new AbortController();
  current = abort;
  await tidying;
  const outcome = await work(abort.signal).catch((error: unknown): RunOutcome => ({
    kind: "failed",
    reason: reasonOf(abort.signal.aborted ? abort.signal.reason : error),
  }));
  current = null;
  tidying = tidyRun().catch(() => undefined);
  // A picture is delivered immediately. A failure waits, so that the cleanup does not remove its badge.
  if (outcome.kind !== "taken") await tidying;
  return outcome;
}

const report = (run: Run): Promise<void> => writeCaptureState({ run });

/** Captures the picture and reads the sensitive boxes of the page at the same time. */
async function shoot(tabId: number, take: () => Promise<Shot>): Promise<RunOutcome> {
  const [shot, found, tab, surroundings] = await Promise.all([take(), findSensitive(tabId), chrome.tabs.get(tabId), surroundingsOf(tabId)]);
  return { kind: "taken", taken: await takenPicture(shot, surroundings, tab, found), action: null, stoppedAt: shot.stoppedAt };
}

async function captureVisible(target: TabTarget, signal: AbortSignal): Promise<RunOutcome> {
  await clearToast(target.tabId);
  return shoot(target.tabId, () => shootVisible(target, signal));
}

async function captureLater({ seconds, ...target }: CaptureOrder, signal: AbortSignal): Promise<RunOutcome> {
  const { tabId } = target;
  const before = await chrome.tabs.get(tabId);
  const { language, direction } = await startI18n((await readPreferences()).language);
  await clearToast(tabId);
  await inPage(tabId, showCountdown, [{ language, direction, seconds, text: t("countdown.text"), cancel: t("countdown.cancel") }]);
  try {
    for (let left = seconds; left > 0; left -= 1) {
      await Promise.all([badgeRun(String(left)), report({ kind: "delay", tabId, phase: "waiting", done: seconds - left, total: seconds })]);
      await pause(1_000, signal);
    }
  } finally {
    await inPage(tabId, hideCountdown, []);
  }
  const after = await chrome.tabs.get(tabId).catch(() => null);
  if (after && after.url !== undefined && before.url !== undefined && new URL(after.url).origin !== new URL(before.url).origin)
    throw new ShotFailure("navigated");
  return shoot(tabId, () => shootVisible(target, signal));
}

/** Reports progress to the popup and as a percentage on the icon, where it is not captured. */
function progressOf(kind: CaptureKind, tabId: number): (done: number, total: number) => void {
  return (done, total) => {
    void report({ kind, tabId, phase: "capturing", done, total });
    void badgeRun(total > 0 ? `${Math.min(99, Math.round((done / total) * 100))}%` : "…");
  };
}

/** Runs work in the page that `Esc` cancels, with the toast hidden. */
async function withEscape(tabId: number, work: () => Promise<RunOutcome>): Promise<RunOutcome> {
  await clearToast(tabId);
  await inPage(tabId, listenForEscape, []);
  try {
    return await work();
  } finally {
    await inPage(tabId, stopListening, []);
  }
}

async function capturePage({ isWhole, ...target }: CaptureOrder, signal: AbortSignal): Promise<RunOutcome> {
  const limitPx = isWhole ? FULL_PAGE_LIMIT_MAX : (await readPreferences()).fullPageLimit;
  const onProgress = progressOf("full-page", target.tabId);
  onProgress(0, 0);
  return withEscape(target.tabId, () => shoot(target.tabId, () => shootPage(target, { limitPx, onProgress, signal })));
}

async function captureScreen(): Promise<RunOutcome> {
  const picture = await takeScreen();
  if (typeof picture === "string") return { kind: "failed", reason: picture };
  await startI18n((await readPreferences()).language);
  const frame = { space: "viewport", origin: { x: 0, y: 0 }, pixelRatio: 1, width: 0, height: 0 } as const;
  const shot: Shot = { kind: "screen", picture, frame, isIncomplete: false, stoppedAt: null };
  const taken = await takenPicture(shot, await surroundingsOf(null), null, null);
  return { kind: "taken", taken: { ...taken, title: t("capture.screenTitle") }, action: null, stoppedAt: null };
}

/** Encodes bytes as base64, because messages to a page hold text only. */
async function base64Of(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let text = "";
  const PIECE = 0x8000;
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

async function overlayView(kind: "area" | "element", session: string, shot: string): Promise<OverlayView> {
  const { language, direction } = await startI18n((await readPreferences()).language);
  const label = {
    link: t("after.link"),
    editor: t("overlay.annotate"),
    copy: t("after.copy"),
    download: t("after.download"),
    cancel: t("overlay.cancel"),
  };
  const button = (act: keyof typeof label, variant: ChooserButton["variant"]): ChooserButton => ({
    act,
    label: label[act],
    icon: CHOOSER_ICONS[act],
    variant,
  });
  return {
    session,
    language,
    direction,
    css: CHOOSER_CSS,
    hint: t(kind === "area" ? "overlay.areaHint" : "overlay.elementHint"),
    bar: t(kind === "area" ? "capture.area" : "capture.element"),
    buttons: [
      button("link", "main"),
      button("editor", "word"),
      button("copy", "icon"),
      button("download", "icon"),
      button("cancel", "icon"),
    ],
    shot,
  };
}

/** Asks the user to choose in the page. The answer is a message that may reach another worker. */
async function choose(kind: "area" | "element", { tabId, windowId }: TabTarget, signal: AbortSignal): Promise<RunOutcome> {
  await clearToast(tabId);
  const session = crypto.randomUUID();
  // The magnifier shows the page without the overlay. Without a picture there is no magnifier.
  const picture = kind === "area" ? await captureVisibleTab(windowId, signal).catch(() => null) : null;
  const view = await overlayView(kind, session, picture ? await base64Of(picture) : "");
  await chrome.storage.session.set({ choosing: { session, kind, tabId, windowId } satisfies Choosing });
  await report({ kind, tabId, phase: "choosing", done: 0, total: 0 });
  if (await layOverlay(tabId, `/${kind}-page.js`, view)) return { kind: "started" };
  await endChoosing();
  throw new ShotFailure("not-capturable");
}

/** Capture kinds that run inside the page. The others only need the visible tab, which the browser allows on more pages. */
const INSIDE: ReadonlySet<CaptureKind> = new Set(["area", "element", "full-page"]);

/** Captures as requested, or lets the user choose in the page. Never throws. */
export async function runCapture(order: CaptureOrder): Promise<RunOutcome> {
  const { kind, tabId } = order;
  return running(async (signal) => {
    // An overlay that is still open, here or in another tab, is closed for the new request.
    const choosing = await readChoosing();
    if (choosing) await Promise.all([liftOverlay(choosing.tabId), endChoosing()]);
    await writeCaptureState({ notice: null, stopped: null, incomplete: null });
    const access = INSIDE.has(kind) ? await pageAccessOf(tabId) : "open";
    if (access !== "open") throw new ShotFailure(access);
    if (kind === "visible") return captureVisible(order, signal);
    if (kind === "delay") return captureLater(order, signal);
    if (kind === "full-page") return capturePage(order, signal);
    if (kind === "screen") return captureScreen();
    return choose(kind, order, signal);
  });
}

/** Captures the area or element that was chosen in a page. Returns null when no answer is expected. */
export async function takeChosen(chosen: Chosen, tabId: number | undefined): Promise<{ target: TabTarget; outcome: RunOutcome } | null> {
  const choosing = await readChoosing();
  if (!choosing || choosing.session !== chosen.session || choosing.tabId !== tabId) return null;
  await chrome.storage.session.remove("choosing");
  const { kind } = choosing;
  const target = { tabId: choosing.tabId, windowId: choosing.windowId };
  const outcome = await running(async (signal) => {
    const onProgress = progressOf(kind, tabId);
    await report({ kind, tabId, phase: "capturing", done: 0, total: 0 });
    await untilPainted(tabId);
    const options = { limitPx: FULL_PAGE_LIMIT_MAX, onProgress, signal };
    const take = (): Promise<RunOutcome> => shoot(tabId, () => shootChosen(kind, target, chosen, options));
    const taken = chosen.isInView ? await take() : await withEscape(tabId, take);
    return taken.kind === "taken" ? { ...taken, action: chosen.action } : taken;
  });
  return { target, outcome };
}

/** Handles a cancelled choice. */
export async function dropChoosing(session: string, tabId: number | undefined): Promise<void> {
  const choosing = await readChoosing();
  if (choosing && choosing.session === session && choosing.tabId === tabId) await endChoosing();
}
