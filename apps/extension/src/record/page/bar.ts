import type { RecorderCommand } from "@stillreel/recorder/types";
import { icon, make, set } from "../../shared/page/dom-nodes.ts";
import { type Asked, type BarEvent, type BarState, faceOf, warningOf } from "./bar.machine.ts";
import { clockText, isRunning, progressText, type RunningState } from "./bar.plan.ts";
import { changeButton, iconButton, rove } from "./controls.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";

/** Callbacks of the bar. */
export interface BarUse {
  send: (command: RecorderCommand) => void;
  step: (event: BarEvent) => void;
  /** Removes everything from the page. */
  leave: () => void;
  /** Opens the extension's popup; null when the extension no longer exists. */
  open: (() => void) | null;
}

/** The bar: its buttons, questions and messages. */
export interface Bar {
  node: HTMLElement;
  /** Warning above the bar. */
  hint: HTMLElement;
  /** Handle for dragging the bar. */
  grip: HTMLElement;
  show: (bar: BarState, elapsedMs: number) => void;
}

/** Creates the buttons of an active recording. */
function makeButtons({ icons, texts, role, direction }: RecordingPageView, { send, step }: BarUse, state: () => BarState) {
  const path = (name: string): string => icons[name] ?? "";
  const running = (): RunningState | null => {
    const { latest } = state();
    return latest && isRunning(latest) ? latest : null;
  };
  const button = (name: string, label: string, press: () => void, variant = ""): HTMLButtonElement =>
    iconButton(path(name), label, press, variant);

  const node = make("div", "group");
  set(node, { role: "toolbar", "aria-label": texts.toolbar });
  const stop = button("stop", texts.stopHint, () => send({ do: "stop" }), "stop");
  const word = make("span", "", texts.stop);
  stop.append(word);
  const [clock, time, progress] = [make("div", "clock"), make("div", "time"), make("div", "kept")];
  const digits = make("span");
  time.append(make("i"), digits);
  clock.append(time, progress);
  const pause = button("pause", texts.pause, () => send({ do: running()?.phase === "paused" ? "resume" : "pause" }), "solid");
  const ask = (name: Asked): HTMLButtonElement => button(name, texts[name], () => step({ type: "chose", what: { asked: name } }), "whole");
  const mute = button("microphone", texts.mute, () => send({ do: "mute", muted: running()?.microphone?.muted === false }), "whole");
  const meter = make("span", "meter");
  const level = make("i");
  meter.append(level);
  mute.append(meter);
  const camera = button("camera", texts.cameraOff, () => send({ do: "camera", on: running()?.camera?.on === false }), "whole");
  const draw = button("pen", texts.draw, () => step({ type: "chose", what: { isDrawing: !state().isDrawing } }), "whole");
  const size = button("collapse", texts.collapse, () => step({ type: "chose", what: { isSmall: !state().isSmall } }), "end");
  const [first, second, third] = [0, 1, 2].map(() => make("i", "gap")) as [HTMLElement, HTMLElement, HTMLElement];
  node.append(stop, clock, first, pause, ask("restart"), ask("discard"), second, mute, camera, draw, third, size);
  rove(node, direction === "rtl");
  const onlyWhole = [...node.querySelectorAll<HTMLElement>(".whole"), second, third, progress];

  return {
    node,
    show(recording: RunningState, { isSmall, isDrawing }: BarState, elapsedMs: number): void {
      const { phase, microphone, camera: seen, source } = recording;
      const isFinishing = phase === "finishing";
      digits.textContent = clockText(elapsedMs);
      progress.textContent = isFinishing ? texts.finishing : progressText(recording.progress, texts);
      progress.classList.toggle("bad", recording.progress.trouble !== null);
      for (const one of onlyWhole) one.hidden = isSmall;
      word.hidden = isSmall;
      for (const one of node.querySelectorAll("button")) one.disabled = isFinishing && one !== size;
      changeButton(pause, path(phase === "paused" ? "resume" : "pause"), phase === "paused" ? texts.resume : texts.pause);
      mute.hidden ||= !microphone;
      if (microphone) {
        const { muted } = microphone;
        changeButton(mute, path(muted ? "muted" : "microphone"), muted ? texts.unmute : texts.mute);
        mute.classList.toggle("off", muted);
        meter.hidden = muted;
        level.style.setProperty("--level", microphone.level.toFixed(2));
      }
      camera.hidden ||= !seen || source === "camera";
      if (seen) changeButton(camera, path(seen.on ? "camera" : "cameraOff"), seen.on ? texts.cameraOff : texts.cameraOn);
      draw.hidden ||= role === "beside";
      set(draw, { "aria-pressed": String(isDrawing) });
      draw.classList.toggle("on", isDrawing);
      changeButton(size, path(isSmall ? "expand" : "collapse"), isSmall ? texts.expand : texts.collapse);
    },
  };
}

/** Creates a question or message with its buttons, which replaces the other buttons. */
function makeAsking({ texts }: RecordingPageView, { send, step, leave, open }: BarUse) {
  const node = make("div", "ask");
  const word = (label: string, press: () => void, variant = ""): HTMLButtonElement => {
    const button = iconButton("", label, press, variant);
    button.textContent = label;
    return button;
  };
  let shown = "";
  return {
    node,
    show(what: Asked | "lost"): void {
      if (shown === what) return;
      shown = what;
      const isLost = what === "lost";
      const question = make("span", "", isLost ? texts.lost : what === "discard" ? texts.askDiscard : texts.askRestart);
      set(node, { role: isLost ? "alert" : "alertdialog", "aria-label": question.textContent });
      const answered = (does: (() => void) | null): void => {
        step({ type: "chose", what: { asked: null } });
        does?.();
      };
      const buttons = isLost
        ? [...(open ? [word(texts.lostOpen, open, "main")] : []), word(texts.close, leave)]
        : [word(texts.keep, () => answered(null)), word(texts[what], () => answered(() => send({ do: what })), "bad")];
      node.replaceChildren(question, ...buttons);
      // Enter must never trigger an irreversible action by default.
      if (!isLost) queueMicrotask(() => buttons[0]?.focus({ preventScroll: true }));
    },
    hide(): void {
      shown = "";
      node.replaceChildren();
    },
  };
}

/** Creates the bar. It shows the given state and reports user actions; it contains no logic. */
export function makeBar(view: RecordingPageView, use: BarUse): Bar {
  const { texts, icons } = view;
  let current: BarState | null = null;
  const node = make("div", "bar");
  const grip = iconButton(icons["grip"] ?? "", texts.move, () => undefined, "grip");
  const buttons = makeButtons(view, use, () => current as BarState);
  const asking = makeAsking(view, use);
  node.append(grip, buttons.node, asking.node);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && current?.asked) use.step({ type: "chose", what: { asked: null } });
  });

  const hint = make("div", "row hint");
  set(hint, { role: "status" });
  const words = make("span");
  const away = iconButton(icons["close"] ?? "", texts.close, () => {
    const warning = current && warningOf(current);
    if (warning) use.step({ type: "put-away", warning });
  });
  hint.append(icon(icons["warn"] ?? ""), words, away);

  return {
    node,
    hint,
    grip,
    show(bar, elapsedMs) {
      current = bar;
      const face = faceOf(bar);
      const isAsking = face === "asked" || face === "lost";
      node.hidden = face === "hidden";
      buttons.node.hidden = isAsking;
      asking.node.hidden = !isAsking;
      if (isAsking) asking.show(face === "lost" ? "lost" : (bar.asked as Asked));
      else asking.hide();
      node.classList.toggle("still", bar.latest?.phase !== "recording");
      if (bar.latest && isRunning(bar.latest)) buttons.show(bar.latest, bar, elapsedMs);
      const warning = warningOf(bar);
      hint.hidden = !warning || isAsking;
      const text = warning ? texts[warning] : "";
      if (words.textContent !== text) words.textContent = text;
    },
  };
}
