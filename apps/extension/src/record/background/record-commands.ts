import type { RecordingSetup } from "@stillreel/recorder/types";
import { readMark } from "../data/recording-mark.ts";
import { type Device, type DeviceAccess, deviceAccess, PERMISSION_PAGE } from "../core/device-access.ts";
import { readSetup } from "../data/stored-setup.ts";
import { usableOf } from "../core/recording-setup.ts";
import type { RecordAnswer, RecordWish } from "../core/record-request.ts";
import { send } from "../core/messages.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { offscreenPageExists } from "../../shared/background/offscreen-page.ts";
import { startRecording } from "./start-recording.ts";
import { reportRecordFailure } from "./recording-toasts.ts";
import { steerRecording } from "./follow-recording.ts";

const ENDED: ReadonlySet<string> = new Set(["idle", "done", "failed"]);

/** Does a recording go on? The mark alone may be of one that died, and the page stand for something else. */
async function isRecording(): Promise<boolean> {
  if ((await readMark()) === null || !(await offscreenPageExists())) return false;
  const state = await send("recorder.state", {}).catch(() => null);
  return state !== null && !ENDED.has(state.phase);
}

async function devicesAccess(): Promise<Record<Device, DeviceAccess>> {
  const [microphone, camera] = await Promise.all([deviceAccess("microphone"), deviceAccess("camera")]);
  return { microphone, camera };
}

/** What the last set-up wants and the browser was never asked for. A recording without the voice that it was made for is lost. */
async function unasked({ microphone, camera }: RecordingSetup): Promise<boolean> {
  const access = await devicesAccess();
  return (microphone !== null && access.microphone === "prompt") || (camera !== null && access.camera === "prompt");
}

/**
 * Begins a recording as the popup shows it: its switches are off for what cannot be used. The browser is asked here and now: the popup
 * may be closed in the moment of the press, and whoever is quicker than its switches must not lose their voice.
 */
export async function recordAsShown(wish: RecordWish): Promise<RecordAnswer> {
  return startRecording({ ...wish, setup: usableOf(wish.setup, await devicesAccess()) });
}

/** Begins a recording with the last set-up, without the popup; what the browser must be asked for first is asked for. */
export async function recordLikeLast(target: TabTarget, patch: Partial<RecordingSetup> = {}): Promise<void> {
  const setup = { ...(await readSetup()), ...patch };
  if (await unasked(setup)) {
    await chrome.tabs.create({ url: chrome.runtime.getURL(PERMISSION_PAGE) });
    return;
  }
  const answer = await startRecording({ ...target, setup });
  if (!answer.ok) await reportRecordFailure(target.tabId, answer.failure);
}

/** The shortcut: begins a recording, or ends the one that goes on. */
export async function toggleRecording(target: TabTarget): Promise<void> {
  if (await isRecording()) await steerRecording(() => ({ do: "stop" }));
  else await recordLikeLast(target);
}

/** The other shortcut: pauses, or goes on. */
export async function pauseRecording(): Promise<void> {
  if (!(await isRecording())) return;
  await steerRecording(({ phase }) => (phase === "recording" ? { do: "pause" } : phase === "paused" ? { do: "resume" } : null));
}
