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
import { recordingMarks, recordingOwner } from "./recording-owner.ts";

/** Name of the alarm that wakes the worker while a recording goes on, or has not reached the server. */
const ALARM = "recordings.resume";
/** How often in a row something was left that could not be sent: it is tried less and less often. */
const FAILURES = "recordingsUnsent";
/** Who looks after the recordings holds this lock. */
const LOCK = "recordings.resume";
/** Does somebody wait for it? */
let isNextWaiting = false;
/** How often this worker was told that there may be something. */
let watches = 0;

/** From now on there may be something to look after, whoever dies. */
export async function scheduleResume(): Promise<void> {
  watches += 1;
  await Promise.all([chrome.storage.local.set({ [MAY_BE_STORED]: true }), chrome.alarms.create(ALARM, { delayInMinutes: 1 })]);
}

async function listed(): Promise<LocalRecording[]> {
  const marks = await recordingMarks();
  // Signed out there is no account to ask for; what was recorded so is listed with everybody's.
  const lists = await Promise.all((marks.length > 0 ? marks : [null]).map((userId) => send("recorder.list", { userId })));
  const found = new Map(lists.flat().map((recording) => [recording.id, recording]));
  const all = [...found.values()].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  await chrome.storage.local.set({ [CUT_OFF]: all.filter(({ state }) => state === "recording").length });
  await badgeRest();
  return all;
}

/** The recordings of who is signed in that are kept on this machine, and those that were made signed out. Newest first. */
export async function localRecordings(): Promise<LocalRecording[]> {
  if ((await chrome.storage.local.get(MAY_BE_STORED))[MAY_BE_STORED] !== true) return [];
  return withOffscreenPage(listed);
}

/** When the worker is woken next for what is kept. */
async function scheduleNextCheck(left: number, count: number): Promise<void> {
  const before = ((await chrome.storage.session.get(FAILURES))[FAILURES] as number | undefined) ?? 0;
  const failures = left > 0 ? before + 1 : 0;
  await chrome.storage.session.set({ [FAILURES]: failures });
  const delayInMinutes = minutesToNextCheck(failures, count);
  await (delayInMinutes === null ? chrome.alarms.clear(ALARM) : chrome.alarms.create(ALARM, { delayInMinutes }));
}

/**
 * Sends what has not arrived, without a word: of recordings that were stopped to the end, of those that were cut off in the middle
 * what there is of them. Their owner is asked about the latter; until then the server keeps them open. Anybody may call it at any time.
 */
export async function resumeRecordings(): Promise<void> {
  if ((await chrome.storage.local.get(MAY_BE_STORED))[MAY_BE_STORED] !== true) return;
  // Who waits will see what the one at work could not know of yet, such as who has signed in meanwhile; one of them is enough.
  if (isNextWaiting) return;
  isNextWaiting = true;
  await navigator.locks.request(LOCK, async () => {
    isNextWaiting = false;
    const begunAt = watches;
    await withOffscreenPage(async () => {
      // Set before anything is sent: a worker that dies in the middle is woken by it.
      await chrome.alarms.create(ALARM, { delayInMinutes: 1 });
      // What can be recovered is offered while it is on its way.
      await listed();
      let left = 0;
      for (const userId of await recordingMarks()) left += (await send("recorder.send", { url: serverUrl(), userId })).left;
      const count = await listed();
      if ((await readMark()) !== null) return;
      // Who has signed in since may have some: that is for the next look to say.
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

/** Does what somebody asked for with a kept recording. Recordings of others are not there. */
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
 * Wires the kept recordings into the worker.
 * @param onAlarm what else the alarm is for
 */
export function startLocalRecordings(onAlarm: () => Promise<void>): void {
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) void onAlarm().then(resumeRecordings);
  });
  // Who signs in finds their own recordings waiting, perhaps from long ago.
  chrome.cookies.onChanged.addListener(({ cookie, removed }) => {
    if (cookie.name === SESSION_COOKIES[1] && !removed) void scheduleResume().then(resumeRecordings);
  });
}
