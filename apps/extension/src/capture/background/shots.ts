import type { CaptureFacts } from "@stillreel/contract";
import { CaptureAbort, type Captured, type CaptureRegionOptions } from "./full-page/captured.ts";
import { captureRegion } from "./full-page/capture-region.ts";
import type { Chosen } from "../core/capture-chooser.ts";
import type { PictureFrame } from "../core/sensitive-boxes.ts";
import type { CaptureFailure } from "../core/capture-failure.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { captureVisibleTab } from "./capture-quota.ts";
import { viewportOf } from "../../shared/background/page-scripts.ts";
import { cropPicture, sizeOfPng } from "./picture-size.ts";

/** Error: a capture ended without a picture, with the reason. */
export class ShotFailure extends Error {
  readonly reason: CaptureFailure;

  constructor(reason: CaptureFailure, cause?: unknown) {
    super(`There is no picture: ${reason}.`, { cause });
    this.name = "ShotFailure";
    this.reason = reason;
  }
}

/** A picture and its position in the page. */
export interface Shot {
  kind: NonNullable<CaptureFacts["kind"]>;
  picture: Blob;
  frame: PictureFrame;
  /** Whether a part of the page may be missing or wrong. */
  isIncomplete: boolean;
  /** Limit in CSS pixels at which a full page stopped; null in all other cases. */
  stoppedAt: number | null;
}

/** Maps the error of a run to the reason that the user sees. */
export function reasonOf(error: unknown): CaptureFailure {
  if (error instanceof ShotFailure) return error.reason;
  if (error instanceof CaptureAbort) return error.reason === "storage-full" ? "disk-full" : error.reason;
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "disk-full";
  return "failed";
}

/** Captures the window after checking that the tab is still the active one. */
async function windowPicture({ tabId, windowId }: TabTarget, signal: AbortSignal): Promise<Blob> {
  const tab = await chrome.tabs.get(tabId).catch((error: unknown) => {
    throw new ShotFailure("tab-closed", error);
  });
  if (!tab.active || tab.windowId !== windowId) throw new ShotFailure("hidden");
  try {
    return await captureVisibleTab(windowId, signal);
  } catch (error) {
    if (signal.aborted) throw new ShotFailure("cancelled", error);
    throw new ShotFailure((await chrome.extension.isAllowedFileSchemeAccess()) ? "not-capturable" : "file-access", error);
  }
}

/** Captures the visible area of the tab. */
export async function shootVisible(target: TabTarget, signal: AbortSignal): Promise<Shot> {
  const [picture, view, tab] = await Promise.all([windowPicture(target, signal), viewportOf(target.tabId), chrome.tabs.get(target.tabId)]);
  const size = await sizeOfPng(picture);
  // Pages that accept no script report no width; the browser's value is used instead.
  const pixelRatio = size.width / (view?.width ?? tab.width ?? size.width);
  return {
    kind: "visible",
    picture,
    frame: { space: "viewport", origin: { x: 0, y: 0 }, pixelRatio, ...size },
    isIncomplete: false,
    stoppedAt: null,
  };
}

const frameOf = ({ origin, scroller, pixelRatio, width, height }: Captured): PictureFrame => ({
  space: "content",
  origin,
  scroller,
  pixelRatio,
  width,
  height,
});

/** Captures the whole page. */
export async function shootPage(target: TabTarget, options: Omit<CaptureRegionOptions, "region">): Promise<Shot> {
  const captured = await captureRegion(target, { ...options, region: "page" });
  return {
    kind: "full-page",
    picture: captured.picture,
    frame: frameOf(captured),
    isIncomplete: captured.isIncomplete,
    stoppedAt: captured.stoppedAtLimit ? options.limitPx : null,
  };
}

/** Captures the chosen region: cropped from the window, or assembled when it is larger. */
export async function shootChosen(
  kind: "area" | "element",
  target: TabTarget,
  { box, isInView, view }: Chosen,
  options: Omit<CaptureRegionOptions, "region">,
): Promise<Shot> {
  if (box.width < 1 || box.height < 1) throw new ShotFailure("cancelled");
  if (!isInView) {
    const captured = await captureRegion(target, { ...options, region: box });
    return { kind, picture: captured.picture, frame: frameOf(captured), isIncomplete: captured.isIncomplete, stoppedAt: null };
  }
  const whole = await windowPicture(target, options.signal);
  const { picture, width, height, scale, origin } = await cropPicture(whole, box, view.width);
  return { kind, picture, frame: { space: "viewport", origin, pixelRatio: scale, width, height }, isIncomplete: false, stoppedAt: null };
}
