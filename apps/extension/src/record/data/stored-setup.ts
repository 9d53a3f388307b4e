import type { RecordingSetup } from "@stillreel/recorder/types";
import { parseSetup } from "../core/recording-setup.ts";

const STORAGE_KEY = "recordingSetup";
const OPENS = "recordingOpens";

/** The set-up of the last recording on this machine. */
export async function readSetup(): Promise<RecordingSetup> {
  return parseSetup((await chrome.storage.local.get(STORAGE_KEY))[STORAGE_KEY]);
}

/** Keeps the set-up for the next recording. */
export const storeSetup = (setup: RecordingSetup): Promise<void> => chrome.storage.local.set({ [STORAGE_KEY]: setup });

/** Does the recording's page open when it is stopped? Not unless somebody says so: the link is on the clipboard already. */
export async function opensAfterwards(): Promise<boolean> {
  return (await chrome.storage.local.get(OPENS))[OPENS] === true;
}

/** Chooses what happens when a recording is stopped. */
export const openAfterwards = (opens: boolean): Promise<void> => chrome.storage.local.set({ [OPENS]: opens });
