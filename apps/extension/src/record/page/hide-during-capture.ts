/** Interval for checking whether the capture is finished, and the required quiet time, in milliseconds. */
const CHECK_MS = 250;
const QUIET_MS = 1_500;

/** Function that {@link hideToast} calls before a capture. */
interface CaptureHook {
  stillreelHide?: (() => void) | undefined;
}
const world = globalThis as CaptureHook;

/** Returns whether an element of a capture is in the page: chooser, countdown or full-page script. */
const isCapturing = (): boolean => {
  const { stillreelSurface, stillreelFullPage } = globalThis as { stillreelSurface?: unknown; stillreelFullPage?: unknown };
  return Boolean(stillreelSurface ?? stillreelFullPage ?? document.querySelector("stillreel-countdown"));
};

/**
 * Hides our own elements during a capture. They return automatically when no element of a capture has been in the page for a
 * while, so that a terminated worker leaves nothing hidden.
 */
export function hideDuringCapture(host: HTMLElement, signal: AbortSignal): void {
  let quietSince = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const lift = (): void => {
    clearInterval(timer);
    host.classList.remove("capture-hidden");
  };
  const hide = (): void => {
    quietSince = performance.now();
    clearInterval(timer);
    host.classList.add("capture-hidden");
    timer = setInterval(() => {
      if (isCapturing()) quietSince = performance.now();
      else if (performance.now() - quietSince > QUIET_MS) lift();
    }, CHECK_MS);
  };
  world.stillreelHide = hide;
  signal.addEventListener("abort", () => {
    lift();
    if (world.stillreelHide === hide) world.stillreelHide = undefined;
  });
}
