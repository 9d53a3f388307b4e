import type { RecordingSetup } from "@stillreel/recorder/types";
import { readMark } from "../data/recording-mark.ts";
import { type Device, type DeviceAccess, deviceAccess, PERMISSION_PAGE } from "../core/device-access.ts";
import { readSetup } from "../data/stored-setup.ts";
import { usableOf } from "../core/recording-setup.ts";
import type { RecordAnswer, RecordRequest } from "../core/record-request.ts";
import { send } from "../core/messages.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { offscreenPageExists } from "../../shared/background/offscreen-page.ts";
import { startRecording } from "./start-recording.ts";
import { reportRecordFailure } from "./recording-toasts.ts";
import { steerRecording } from "./follow-recording.ts";

const ENDED: ReadonlySet<string> = new Set(["idle", "done", "failed"]);

/** Returns whether a recording is active. A stored mark alone may belong to a recording that was interrupted. */
async function isRecording(): Promise<boolean> {
  if ((await readMark()) === null || !(await offscreenPageExists())) return false;
  const state = await send("recorder.state", {}).catch(() => null);
  return state !== null && !ENDED.has(state.phase);
}

async function devicesAccess(): Promise<Record<Device, DeviceAccess>> {
  const [microphone, camera] = await Promise.all([deviceAccess("microphone"), deviceAccess("camera")]);
  return { microphone, camera };
}

/** Returns whether the last setup needs a permission that the browser has not requested yet. A recording without its voice is useless. */
async function unasked({ microphone, camera }: RecordingSetup): Promise<boolean> {
  const access = await devicesAccess();
  return (microphone !== null && access.microphone === "prompt") || (camera !== null && access.camera === "prompt");
}

/**
 * Starts a recording with the settings that the popup shows. Unavailable sources are off. The permission is requested here:
 * the popup may close with the click, and a user who starts before its switches are ready must not lose the microphone.
 */
export async function recordAsShown(request: RecordRequest): Promise<RecordAnswer> {
  return startRecording({ ...request, setup: usableOf(request.setup, await devicesAccess()) });
}

/** Starts a recording with the last setup, without the popup. Requests missing permissions first. */
export async function recordLikeLast(target: TabTarget, patch: Partial<RecordingSetup> = {}): Promise<void> {
  const setup = { ...(await readSetup()), ...patch };
  if (await unasked(setup)) {
    await chrome.tabs.create({ url: chrome.runtime.getURL(PERMISSION_PAGE) });
    return;
  }
  const answer = await startRecording({ ...target, setup });
  if (!answer.ok) await reportRecordFailure(target.tabId, answer.failure);
}

/** Handles the record shortcut: starts a recording or stops the active one. */
export async function toggleRecording(target: TabTarget): Promise<void> {
  if (await isRecording()) await steerRecording(() => ({ do: "stop" }));
  else await recordLikeLast(target);
}

/** Handles the pause shortcut: pauses or resumes the active recording. */
export async function pauseRecording(): Promise<void> {
  if (!(await isRecording())) return;
  await steerRecording(({ phase }) => (phase === "recording" ? { do: "pause" } : phase === "paused" ? { do: "resume" } : null));
}
