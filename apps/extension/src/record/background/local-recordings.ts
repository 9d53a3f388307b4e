import { minutesToNextCheck } from "@stillreel/recorder/local-recordings.plan";
import type { LocalRecording } from "@stillreel/recorder/types";
import { startDownload } from "../../shared/data/downloads.ts";
import { fileNameOf } from "../../shared/data/file-name.ts";
import { CUT_OFF, MAY_BE_STORED } from "../core/local-recording-keys.ts";
import { readMark } from "../data/recording-mark.ts";
import type { LocalRecordingOrder } from "../core/record-request.ts";
import { send } from "../core/messages.ts";
import { serverUrl } from "../../shared/core/server.ts";
import { SESSION_COOKIES } from "../../shared/data/session.ts";
import { badgeRest } from "../../shared/background/badge.ts";
import { withOffscreenPage } from "../../shared/background/offscreen-page.ts";
import { areIncomplete, recordingMarks, recordingOwner } from "./recording-owner.ts";

/** Name of the alarm that wakes the worker while a recording is active or not fully uploaded. */
const ALARM = "recordings.resume";
/** Storage key of the number of consecutive failed uploads. Retries become less frequent. */
const FAILURES = "recordingsUnsent";
/** Name of the lock for uploading stored recordings. */
const LOCK = "recordings.resume";
/** Whether another call already waits for the lock. */
let isNextWaiting = false;
/** Number of times that this worker was notified of possible recordings. */
let watches = 0;

/** Sets the alarm, so that recordings are found even if this worker terminates. */
export async function scheduleResume(): Promise<void> {
  watches += 1;
  await Promise.all([chrome.storage.local.set({ [MAY_BE_STORED]: true }), chrome.alarms.create(ALARM, { delayInMinutes: 1 })]);
}

async function listed(): Promise<LocalRecording[]> {
  const marks = await recordingMarks();
  // A signed-out user has no account to query; recordings made while signed out are listed for every user.
  const lists = await Promise.all((marks.length > 0 ? marks : [null]).map((userId) => send("recorder.list", { userId })));
  const found = new Map(lists.flat().map((recording) => [recording.id, recording]));
  const all = [...found.values()].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  await chrome.storage.local.set({ [CUT_OFF]: all.filter(({ state }) => state === "recording").length });
  await badgeRest();
  return all;
}

/** Returns the stored recordings of the current user and those made while signed out, newest first. */
export async function localRecordings(): Promise<LocalRecording[]> {
  if ((await chrome.storage.local.get(MAY_BE_STORED))[MAY_BE_STORED] !== true) return [];
  return withOffscreenPage(listed);
}

/** Schedules the next retry for stored recordings. */
async function scheduleNextCheck(left: number, count: number): Promise<void> {
  const before = ((await chrome.storage.session.get(FAILURES))[FAILURES] as number | undefined) ?? 0;
  const failures = left > 0 ? before + 1 : 0;
  await chrome.storage.session.set({ [FAILURES]: failures });
  const delayInMinutes = minutesToNextCheck(failures, count);
  await (delayInMinutes === null ? chrome.alarms.clear(ALARM) : chrome.alarms.create(ALARM, { delayInMinutes }));
}

/**
 * Uploads the missing bytes of stored recordings without user interaction: stopped ones to the end, interrupted ones as far
 * as they exist. The user decides about interrupted ones; the server keeps them open until then. Safe to call at any time.
 */
export async function resumeRecordings(): Promise<void> {
  if ((await chrome.storage.local.get(MAY_BE_STORED))[MAY_BE_STORED] !== true) return;
  // The waiting call sees changes that the running call cannot see, such as a new sign-in. One waiting call is enough.
  if (isNextWaiting) return;
  isNextWaiting = true;
  await navigator.locks.request(LOCK, async () => {
    isNextWaiting = false;
    const begunAt = watches;
    await withOffscreenPage(async () => {
      // The alarm is set before the upload: it wakes a new worker when this one terminates.
      await chrome.alarms.create(ALARM, { delayInMinutes: 1 });
      // Recoverable recordings are offered while their upload is in progress.
      await listed();
      let left = 0;
      const marks = await recordingMarks();
      for (const userId of marks) left += (await send("recorder.send", { url: serverUrl(), userId })).left;
      const count = await listed();
      if ((await readMark()) !== null) return;
      // The server has not said yet whose session it is: the next run decides.
      if (areIncomplete(marks)) return await scheduleNextCheck(left + 1, count.length);
      // A user who signed in meanwhile may have recordings; the next run decides.
      if (count.length === 0 && watches === begunAt) await chrome.storage.local.remove(MAY_BE_STORED);
      await scheduleNextCheck(left, count.length);
    });
  });
}

async function download(recording: LocalRecording): Promise<void> {
  const { url } = await send("recorder.file", { id: recording.id });
  const takenAt = new Date(recording.startedAt);
  await startDownload(url, fileNameOf("{title}", { title: recording.title, pageUrl: null, takenAt }, "mp4"));
}

/** Executes the user's choice for a stored recording. Recordings of other users are never accessible. */
export async function handleLocalRecording({ id, do: what }: LocalRecordingOrder): Promise<{ shareUrl: string | null }> {
  return withOffscreenPage(async () => {
    const recording = (await listed()).find((each) => each.id === id);
    if (!recording) throw new Error("gone");
    const owner = await recordingOwner();
    const destination = owner && { url: owner.url, userId: recording.userId ?? owner.userId };
    let shareUrl: string | null = null;
    if (what === "download") await download(recording);
    if (what === "discard") await send("recorder.discard", { id });
    if (what === "recover") {
      if (!destination) throw new Error("signed-out");
      shareUrl = (await send("recorder.recover", { id, ...destination })).shareUrl;
    }
    await listed();
    return { shareUrl };
  });
}

/**
 * Registers the handlers for stored recordings in the worker.
 * @param onAlarm additional work for the same alarm
 */
export function startLocalRecordings(onAlarm: () => Promise<void>): void {
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) void onAlarm().then(resumeRecordings);
  });
  // After sign-in the user's own stored recordings are uploaded, even old ones.
  chrome.cookies.onChanged.addListener(({ cookie, removed }) => {
    if (cookie.name === SESSION_COOKIES[1] && !removed) void scheduleResume().then(resumeRecordings);
  });
}
