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
import { inPage, opennessOf, untilPainted } from "../../shared/background/page-scripts.ts";
import { layOverlay, liftOverlay } from "./chooser-script.ts";
import { takeScreen } from "./take-screen.ts";
import { reasonOf, type Shot, ShotFailure, shootChosen, shootPage, shootVisible } from "./shots.ts";
import { surroundingsOf, takenPicture } from "./taken-picture.ts";
import { clearToast } from "../../shared/background/toast.ts";

/** What came of the wish for a picture. */
export type RunOutcome =
  | {
      kind: "taken";
      taken: TakenPicture;
      /** What was asked for in the page; null: as the preferences say. */ action: AfterCapture | null;
      stoppedAt: number | null;
    }
  /** The person goes on in the page. */
  | { kind: "started" }
  | { kind: "failed"; reason: CaptureFailure };

/** The run that goes on in this worker. A worker that dies takes its run with it; the page puts itself back. */
let current: AbortController | null = null;

/** Which answer from a page is waited for: kept in storage, because choosing may take longer than a worker lives. */
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

/** Ends what an earlier worker left behind when it died. */
export async function forgetDeadRun(): Promise<void> {
  const { run } = await readCaptureState();
  if (run && run.phase !== "choosing" && !current) await writeCaptureState({ run: null });
  await badgeRest();
}

/** Ends what goes on: a run, a countdown, or the choice in a page. */
export async function stopCapture(): Promise<void> {
  current?.abort(new ShotFailure("cancelled"));
  const choosing = await readChoosing();
  if (!choosing) return;
  await Promise.all([liftOverlay(choosing.tabId), endChoosing()]);
}

/** What the last run tidies up after itself: nobody waits for that but the next one. */
let tidying: Promise<void> = Promise.resolve();

/** Resolves once nothing of the last run is left in storage or on the icon. */
export const untilTidied = (): Promise<void> => tidying;

async function tidyRun(): Promise<void> {
  const { run } = await readCaptureState();
  if (run && run.phase !== "choosing") await writeCaptureState({ run: null });
  await badgeRest();
}

/** Does one thing at a time, tells of it in storage and on the icon, and tidies up after it however it ends. */
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
  // A picture goes its way at once; but nothing may wipe off the icon what is about to be said there of a failure.
  if (outcome.kind !== "taken") await tidying;
  return outcome;
}

const report = (run: Run): Promise<void> => writeCaptureState({ run });

/** Takes the picture and asks the page, at the same moment, what in it is private. */
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

/** Progress for the popup and, as a percentage, on the icon, where it is in no picture. */
function progressOf(kind: CaptureKind, tabId: number): (done: number, total: number) => void {
  return (done, total) => {
    void report({ kind, tabId, phase: "capturing", done, total });
    void badgeRun(total > 0 ? `${Math.min(99, Math.round((done / total) * 100))}%` : "…");
  };
}

/** Does something in the page that `Esc` ends, with the toast out of the way. */
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
  const shot: Shot = { kind: "screen", picture, frame, stoppedAt: null };
  const taken = await takenPicture(shot, await surroundingsOf(null), null, null);
  return { kind: "taken", taken: { ...taken, title: t("capture.screenTitle") }, action: null, stoppedAt: null };
}

/** Bytes as the text in which they can cross into a page. */
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

/** Asks the person to choose in the page; the answer comes as a message, perhaps to another worker. */
async function choose(kind: "area" | "element", { tabId, windowId }: TabTarget, signal: AbortSignal): Promise<RunOutcome> {
  await clearToast(tabId);
  const session = crypto.randomUUID();
  // The magnifier shows the page as it was before the glass lay on it; without a picture there is just no magnifier.
  const picture = kind === "area" ? await captureVisibleTab(windowId, signal).catch(() => null) : null;
  const view = await overlayView(kind, session, picture ? await base64Of(picture) : "");
  await chrome.storage.session.set({ choosing: { session, kind, tabId, windowId } satisfies Choosing });
  await report({ kind, tabId, phase: "choosing", done: 0, total: 0 });
  if (await layOverlay(tabId, `/${kind}-page.js`, view)) return { kind: "started" };
  await endChoosing();
  throw new ShotFailure("not-capturable");
}

/** Kinds that work inside the page; the others only look at it, which the browser allows in more places. */
const INSIDE: ReadonlySet<CaptureKind> = new Set(["area", "element", "full-page"]);

/** Takes a picture as ordered, or lets the person choose it in the page. Never throws. */
export async function runCapture(order: CaptureOrder): Promise<RunOutcome> {
  const { kind, tabId } = order;
  return running(async (signal) => {
    // A glass that still stands, here or in another tab, makes way for what was asked for now.
    const choosing = await readChoosing();
    if (choosing) await Promise.all([liftOverlay(choosing.tabId), endChoosing()]);
    await writeCaptureState({ notice: null, stopped: null });
    const openness = INSIDE.has(kind) ? await opennessOf(tabId) : "open";
    if (openness !== "open") throw new ShotFailure(openness);
    if (kind === "visible") return captureVisible(order, signal);
    if (kind === "delay") return captureLater(order, signal);
    if (kind === "full-page") return capturePage(order, signal);
    if (kind === "screen") return captureScreen();
    return choose(kind, order, signal);
  });
}

/** Takes what was chosen in a page. Null when nobody waits for that answer. */
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

/** The person left the glass without choosing. */
export async function dropChoosing(session: string, tabId: number | undefined): Promise<void> {
  const choosing = await readChoosing();
  if (choosing && choosing.session === session && choosing.tabId === tabId) await endChoosing();
}
