import type { BubblePosition, RecorderCommand } from "@stillreel/recorder/types";
import { make, set } from "../../shared/page/dom-nodes.ts";
import type { Box } from "../../shared/core/region.ts";
import { bubbleOf } from "./bar.plan.ts";
import { clamped, keyed, movedBy, pictureIn, pulledBy, SIZES, sizeNamed, squareOf } from "./bubble.plan.ts";
import { watchCamera } from "./camera-link.ts";
import { changeButton, dragged, iconButton, nameButton } from "./controls.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";
import type { RecordingParts } from "./recording-parts-slot.ts";

/** Interval at which a dragged bubble reports its position, in milliseconds. */
const SEND_MS = 60;
/** Time limit for the recorder to confirm a change by the user, in milliseconds. */
const ECHO_MS = 600;

/** Creates the small control below the picture: three sizes and the shape. */
function makeDots({ texts, icons }: RecordingPageView, pick: (change: Partial<BubblePosition>) => void) {
  const node = make("div", "dots");
  set(node, { role: "group", "aria-label": texts.bubble });
  const names = ["small", "medium", "large"] as const;
  const sizes = names.map((name, index) => {
    const button = iconButton("", texts[name], () => pick({ size: SIZES[name] }));
    const dot = make("i");
    dot.style.width = dot.style.height = `${10 + 3 * index}px`;
    button.append(dot);
    return button;
  });
  let isRound = true;
  const shape = iconButton(icons["box"] ?? "", texts.square, () => pick({ shape: isRound ? "square" : "round" }));
  node.append(...sizes, shape);
  return {
    node,
    show(position: BubblePosition): void {
      isRound = position.shape === "round";
      const name = sizeNamed(position.size);
      sizes.forEach((button, index) => set(button, { "aria-checked": String(names[index] === name), role: "radio" }));
      changeButton(shape, icons[isRound ? "box" : "round"] ?? "", isRound ? texts.square : texts.round);
    },
  };
}

/**
 * Shows the camera bubble. In a recorded tab it covers exactly the camera picture that the recorder draws into the video. For
 * a recorded screen a second face would appear, so only a ring shows the position, starting one second before the first frame.
 * Moving and resizing is reported to the recorder, which stores the position, so that it is the same in the next tab.
 */
// oxlint-disable-next-line max-lines-per-function -- its short inner functions share one state; split, they would add 200 bytes to a script that is injected into pages
export function makeBubble(
  view: RecordingPageView,
  send: (command: RecorderCommand) => void,
  signal: AbortSignal,
): RecordingParts["bubble"] {
  const { texts, role, area } = view;
  const node = make("div", "bubble");
  node.hidden = true;
  const canvas = make("canvas");
  const grab = make("button", "grab");
  nameButton(grab, texts.bubble);
  const pull = make("span", "pull");
  const dots = makeDots(view, (change) => changeTo({ ...position, ...change }));
  node.append(canvas, grab, pull, dots.node);
  const camera = watchCamera(canvas);

  let position: BubblePosition = { x: 0.12, y: 0.82, size: SIZES.medium, shape: "round" };
  let picture: Box = pictureIn({ width: innerWidth, height: innerHeight }, area, null);
  let size: { width: number; height: number } | null = null;
  let isHeld = false;
  let changedAt = -ECHO_MS;
  let sentAt = 0;

  function stand(): void {
    picture = pictureIn({ width: innerWidth, height: innerHeight }, area, size);
    const { x, y, width } = squareOf(position, picture);
    node.style.transform = `translate(${x}px,${y}px)`;
    node.style.width = node.style.height = `${width}px`;
    node.style.setProperty("--side", `${width}px`);
    node.classList.toggle("square", position.shape === "square");
    dots.show(position);
  }

  function sendPosition(): void {
    sentAt = performance.now();
    send({ do: "bubble", position });
  }

  function changeTo(next: BubblePosition): void {
    position = clamped(next, picture);
    changedAt = performance.now();
    stand();
    if (!isHeld || changedAt - sentAt >= SEND_MS) sendPosition();
  }

  const drags = (step: (from: BubblePosition, dx: number, dy: number) => BubblePosition) => () => {
    isHeld = true;
    const from = position;
    return (dx: number, dy: number): void => changeTo(step(from, dx, dy));
  };
  const drop = (): void => {
    isHeld = false;
    sendPosition();
  };
  dragged(
    grab,
    drags((from, dx, dy) => movedBy(from, dx, dy, picture)),
    drop,
  );
  dragged(
    pull,
    drags((from, dx, dy) => pulledBy(from, dx, dy, picture)),
    drop,
  );
  grab.addEventListener("keydown", (event) => {
    const next = keyed(position, event.key, event.shiftKey, picture);
    if (!next) return;
    event.preventDefault();
    changeTo(next);
  });
  addEventListener("resize", stand, { signal });

  return {
    node,
    show(state) {
      const shown = role === "beside" ? null : bubbleOf(state);
      const hasFace = role === "recorded" || (state.phase === "countdown" && state.secondsLeft > 1);
      node.hidden = !shown;
      node.classList.toggle("empty", !hasFace);
      camera.want(hasFace && shown !== null);
      if (!shown) return;
      size = { width: shown.width, height: shown.height };
      // The user's drag is newer than the reported state.
      if (!isHeld && performance.now() - changedAt > ECHO_MS) position = shown.position;
      stand();
    },
    end: () => camera.want(false),
  };
}
