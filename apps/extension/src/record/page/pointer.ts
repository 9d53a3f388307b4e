import type { RecorderCommand } from "@stillreel/recorder/types";

/** Minimum time between two reported positions, in milliseconds. */
const REPORT_MS = 100;
/** Maximum reported age of an event, in milliseconds. */
const AGE_MAX_MS = 1_000;

type Report = Extract<RecorderCommand, { do: "pointer" }>;

/** Returns where an event happened in the visible part of the page, in shares. A page that is enlarged by two fingers shows a part of it. */
function positionOf({ clientX, clientY }: MouseEvent): { x: number; y: number; ratio: number } | null {
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
  const x = ((clientX - offsetLeft) * scale) / innerWidth;
  const y = ((clientY - offsetTop) * scale) / innerHeight;
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y, ratio: innerWidth / innerHeight } : null;
}

/**
 * Reports where the pointer of a recorded page is, at most ten times a second and only after it moved, and every press. It reads positions
 * only: neither keys nor what is at the position. Events in cross-site frames are not visible to the page.
 * @param host our own overlay: presses on it are not reported
 */
export function reportPointer(host: HTMLElement, report: (report: Report) => void, signal: AbortSignal): void {
  let sentAt = -REPORT_MS;
  let last: PointerEvent | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(event: PointerEvent, isPressed: boolean): void {
    const position = positionOf(event);
    const ageMs = Math.min(AGE_MAX_MS, Math.max(0, performance.now() - event.timeStamp));
    if (position) report({ do: "pointer", ...position, isPressed, ageMs });
  }

  function sendLast(): void {
    timer = undefined;
    if (!last) return;
    sentAt = performance.now();
    send(last, false);
    last = null;
  }

  const options = { capture: true, passive: true, signal };
  addEventListener(
    "pointermove",
    (event) => {
      if (!event.isTrusted || !event.isPrimary) return;
      last = event;
      timer ??= setTimeout(sendLast, sentAt + REPORT_MS - performance.now());
    },
    options,
  );
  addEventListener(
    "pointerdown",
    (event) => {
      if (event.isTrusted && event.isPrimary && event.button === 0 && event.target !== host) send(event, true);
    },
    options,
  );
  signal.addEventListener("abort", () => clearTimeout(timer));
}
