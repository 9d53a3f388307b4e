import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { make, set } from "../../shared/page/dom-nodes.ts";
import { postToBackground } from "../../shared/page/post-to-background.ts";
import type { RECORD_MESSAGES } from "../core/messages.ts";
import { makeFrame } from "./area-frame.ts";
import { makeBar } from "./bar.ts";
import { type BarEvent, type BarState, NEW_BAR, nextBar, warningOf } from "./bar.machine.ts";
import { bubbleOf, elapsedAt, isRunning } from "./bar.plan.ts";
import { ringClicks } from "./clicks.ts";
import { reportPointer } from "./pointer.ts";
import { makeDock } from "./dock.ts";
import { showPageOverlay } from "./page-overlay.ts";
import { boxOf } from "./position.plan.ts";
import { linkRecorder } from "./recorder-link.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";
import type { MakeParts, RecordingParts, RecordingWorld } from "./recording-parts-slot.ts";
import { hideDuringCapture } from "./hide-during-capture.ts";

/** Interval for updating clock and bar, in milliseconds. */
const TICK_MS = 250;
/** Time that the bar shows the final upload before the popup takes over, in milliseconds. */
const FINISHING_MS = 6_000;
/** Time limit for loading the second script, in milliseconds. */
const EQUIP_MS = 3_000;
/** Frames of the page and milliseconds after them until a removed element is certainly not on the screen. */
const CLEARED_FRAMES = 4;
const CLEARED_MS = 100;

const world = globalThis as RecordingWorld;

/** Returns the text for screen readers. */
function announcementOf({ texts }: RecordingPageView, bar: BarState): string {
  const warning = warningOf(bar);
  if (warning) return texts[warning];
  const phase = bar.latest?.phase;
  return phase === "recording" || phase === "paused" || phase === "finishing" ? texts[phase] : "";
}

/** Creates every element of a recording over the page and removes them at its end. */
// oxlint-disable-next-line max-lines-per-function -- its short inner functions share one state; as a class they would add 700 bytes to a script that is injected into pages
function layRecording(view: RecordingPageView, key: string): NonNullable<RecordingWorld["stillreelRecording"]> {
  const { role, area, showClicks, direction } = view;
  const stop = new AbortController();
  const { signal } = stop;
  let state = NEW_BAR;
  let receivedAt = 0;
  let finishingSince = 0;
  let parts: RecordingParts | null = null;
  let askedAt = -EQUIP_MS;

  const { root, host, raise } = showPageOverlay("stillreel-recording", view, signal);
  const send = (command: RecorderCommand): void => link.send(command);
  const bar = makeBar(view, { send, step, leave: end, open: chrome.runtime?.id ? open : null });
  const dock = makeDock(bar, direction === "rtl", restoreSize, signal);
  const frame = area && makeFrame(area);
  const message = make("div", "said");
  set(message, { role: "status", "aria-live": "polite" });
  const layer = make("div");
  if (frame) layer.append(frame);
  dock.rows.append(bar.hint);
  root.append(layer, dock.node, message);
  ringClicks(host, layer, () => showClicks && state.latest?.phase === "recording", signal);
  hideDuringCapture(host, signal);
  if (role === "recorded") reportPointer(host, (report) => state.latest?.phase === "recording" && send(report), signal);
  const link = linkRecorder(view.recording, { onState: handleState, lost: () => state.isLost || step({ type: "lost" }), over: end });
  const ticking = setInterval(tick, TICK_MS);
  show();

  function end(): void {
    stop.abort();
    clearInterval(ticking);
    link.end();
    parts?.bubble.end();
    host.remove();
    if (world.stillreelRecording?.key === key) world.stillreelRecording = undefined;
  }

  function open(): void {
    postToBackground<typeof RECORD_MESSAGES>({ name: "page.popup", request: {} });
    end();
  }

  function handleState(latest: RecorderState): void {
    receivedAt = performance.now();
    if (latest.phase === "finishing") finishingSince ||= receivedAt;
    raise();
    const isResumed = state.latest?.phase === "paused" && latest.phase === "recording";
    step({ type: "updated", latest });
    if (isResumed || (latest.phase === "countdown" && latest.secondsLeft === 0)) reportCleared();
  }

  /**
   * Reports that the recorded page shows no element of the recorder. The recorder waits for it. A busy browser paints several frames
   * later than the script runs.
   */
  function reportCleared(framesLeft = CLEARED_FRAMES): void {
    if (role !== "recorded") return;
    if (framesLeft > 0) requestAnimationFrame(() => reportCleared(framesLeft - 1));
    else setTimeout(() => send({ do: "page-cleared" }), CLEARED_MS);
  }

  function step(event: BarEvent): void {
    const before = state;
    state = nextBar(before, event);
    const isBegun = before.latest?.phase !== state.latest?.phase;
    // No frame of the recorded tab may contain the bar unless the user asks for it.
    const isFilmed = role === "recorded" && state.latest?.phase === "recording";
    if (event.type !== "updated" || (!isFilmed && (isBegun || warningOf(before) !== warningOf(state)))) dock.use();
    else if (isFilmed && isBegun) dock.hide();
    if (before.isSmall !== state.isSmall) dock.storeSize(state.isSmall);
    show();
  }

  /** Applies the stored size. Unlike a choice of the user it does not show the bar. */
  function restoreSize(isSmall: boolean): void {
    state = nextBar(state, { type: "chose", what: { isSmall } });
    show();
  }

  function elapsed(): number {
    return state.latest ? elapsedAt(state.latest, receivedAt, performance.now()) : 0;
  }

  /** Requests the second script with countdown, camera and drawing tools when one of them is needed. */
  function wantParts(): void {
    const { latest, isDrawing } = state;
    if (parts || !latest || performance.now() - askedAt < EQUIP_MS) return;
    if (latest.phase !== "countdown" && (role === "beside" || !(isDrawing || bubbleOf(latest)))) return;
    askedAt = performance.now();
    postToBackground<typeof RECORD_MESSAGES>({ name: "page.equip-recording", request: {} });
  }

  function show(): void {
    const { latest, isDrawing, isLost } = state;
    bar.show(state, elapsed());
    wantParts();
    parts?.drawing.open(isDrawing);
    if (latest) for (const part of parts ? [parts.countdown, parts.bubble] : []) part.show(latest);
    const isOn = latest !== null && isRunning(latest) && latest.phase !== "finishing";
    if (!isOn) parts?.drawing.clear();
    if (frame) frame.hidden = !isOn || isLost;
    dock.stand();
    const text = announcementOf(view, state);
    if (message.textContent !== text) message.textContent = text;
  }

  function tick(): void {
    const { latest, asked, isLost } = state;
    if (!latest) return;
    if (finishingSince > 0 && performance.now() - finishingSince > FINISHING_MS) return end();
    bar.show(state, elapsed());
    dock.update({
      isRecorded: role === "recorded" && latest.phase === "recording" && !isLost,
      area: area && boxOf(area, { width: innerWidth, height: innerHeight }),
      isHeld: asked !== null,
    });
  }

  return {
    key,
    end,
    equip(makeParts: MakeParts) {
      if (parts) return;
      parts = makeParts(view, { send, leaveDrawing: () => step({ type: "chose", what: { isDrawing: false } }) }, signal);
      layer.append(parts.drawing.sheet);
      dock.rows.prepend(parts.drawing.tools);
      layer.after(parts.countdown.node, parts.bubble.node);
      show();
    },
  };
}

/**
 * Shows a recording in this page: countdown, bar, camera bubble, frame, click rings and drawing tools. The worker may call it
 * repeatedly; existing elements of the same recording stay unchanged.
 */
export function showRecording(view: RecordingPageView): void {
  const key = JSON.stringify([view.recording, view.role, view.area, view.counting]);
  const existing = world.stillreelRecording;
  if (existing?.key === key) return;
  existing?.end();
  world.stillreelRecording = layRecording(view, key);
}
