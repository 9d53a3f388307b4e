import type { RecordingSetup } from "@stillreel/recorder/types";
import { parseSetup } from "../core/recording-setup.ts";

const STORAGE_KEY = "recordingSetup";
const OPENS = "recordingOpens";

/** Returns the setup of the last recording on this machine. */
export async function readSetup(): Promise<RecordingSetup> {
  return parseSetup((await chrome.storage.local.get(STORAGE_KEY))[STORAGE_KEY]);
}

/** Stores the setup for the next recording. */
export const storeSetup = (setup: RecordingSetup): Promise<void> => chrome.storage.local.set({ [STORAGE_KEY]: setup });

/** Returns whether the recording's page opens after the stop. Off by default, because the link is already on the clipboard. */
export async function opensAfterwards(): Promise<boolean> {
  return (await chrome.storage.local.get(OPENS))[OPENS] === true;
}

/** Sets whether the recording's page opens after the stop. */
export const openAfterwards = (opens: boolean): Promise<void> => chrome.storage.local.set({ [OPENS]: opens });
