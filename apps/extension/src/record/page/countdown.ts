import { icon, make, set } from "../../shared/page/dom-nodes.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";
import type { RecordingParts } from "./recording-parts-slot.ts";

/**
 * Shows the recorder's countdown over the whole page. A click, Space or Enter starts immediately, Esc cancels; the page
 * receives none of these keys.
 */
export function makeCountdown(
  { texts, icons, counting, role }: RecordingPageView,
  act: (what: "skip-countdown" | "discard") => void,
  signal: AbortSignal,
): RecordingParts["countdown"] {
  const node = make("div", "count");
  set(node, { role: "timer", "aria-live": "assertive", "aria-atomic": "true" });
  const face = make("div", "face");
  const [number, ticks] = [make("b"), make("div", "ticks")];
  face.append(number, ticks);
  const what = make("p");
  what.append(counting[0], make("b", "", counting[1]), counting[2]);
  // The level is visual only: the text above names the microphone.
  const [soundLevel, level] = [make("div", "heard"), make("i")];
  set(soundLevel, { "aria-hidden": "true" });
  soundLevel.append(icon(icons["microphone"] ?? ""), level);
  const keys = make("div", "keys");
  for (const [key, label, does] of [
    [texts.space, texts.startNow, "skip-countdown"],
    ["Esc", texts.cancel, "discard"],
  ] as const) {
    const button = make("button");
    button.append(make("kbd", "", key), label);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      if (event.isTrusted) act(does);
    });
    keys.append(button);
  }
  node.append(face, what, soundLevel, keys);
  if (role === "recorded") node.append(make("small", "", texts.hidden));
  node.hidden = true;
  node.addEventListener("click", (event) => event.isTrusted && act("skip-countdown"));

  const handleKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const does = key === "Escape" ? "discard" : key === " " || key === "Enter" ? "skip-countdown" : null;
    if (node.hidden || !event.isTrusted || !does) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === "keydown" && !event.repeat) act(does);
  };
  for (const type of ["keydown", "keyup"] as const) addEventListener(type, handleKey, { capture: true, signal });

  let shown = 0;
  return {
    node,
    show(state) {
      const left = state.phase === "countdown" ? state.secondsLeft : 0;
      const microphone = state.phase === "countdown" ? state.microphone : null;
      soundLevel.hidden = !microphone;
      if (microphone) level.style.setProperty("--level", microphone.level.toFixed(2));
      if (left === shown) return;
      if (left > 0 && shown === 0) ticks.replaceChildren(...Array.from({ length: left }, () => make("i")));
      shown = left;
      node.hidden = left === 0;
      number.textContent = String(left);
      [...ticks.children].forEach((tick, index, all) => tick.classList.toggle("done", index <= all.length - left));
    },
  };
}
