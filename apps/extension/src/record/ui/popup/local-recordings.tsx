import type { LocalRecording } from "@stillreel/recorder/types";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { clockText } from "../../core/clock.ts";
import { CUT_OFF, MAY_BE_STORED } from "../../core/local-recording-keys.ts";
import type { LocalRecordingOrder } from "../../core/record-request.ts";
import { t } from "../../../shared/data/i18n.ts";
import { KNOWN_OWNERS } from "../../../shared/data/owner.ts";
import { send } from "../../core/messages.ts";

/** Number of queries of the list until one succeeds, and the pause between two, in milliseconds. */
const READS_MAX = 5;
const READ_PAUSE_MS = 500;
/** Storage keys whose change can change the list. */
const SOURCES = [CUT_OFF, MAY_BE_STORED, KNOWN_OWNERS];

/** Queries the list. A query fails while the browser replaces the offscreen page or the worker, and is repeated. */
async function readList(): Promise<LocalRecording[]> {
  for (let reads = 1; ; reads += 1) {
    try {
      return await send("record.stored", {});
    } catch (error) {
      if (reads === READS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
    }
  }
}

/** Returns the recordings stored on this machine; they are queried again whenever the worker reports a change. */
export function useLocalRecordings(): { recordings: LocalRecording[]; settle: (order: LocalRecordingOrder) => Promise<string | null> } {
  const [recordings, setRecordings] = useState<LocalRecording[]>([]);
  const newest = useRef(0);
  const read = useCallback(async () => {
    newest.current += 1;
    const own = newest.current;
    const list = await readList().catch(() => null);
    // A later query can be answered first.
    if (list && own === newest.current) setRecordings(list);
  }, []);
  useEffect(() => {
    void read();
    const follow = (changes: Record<string, unknown>): void => {
      if (SOURCES.some((key) => key in changes)) void read();
    };
    chrome.storage.local.onChanged.addListener(follow);
    return () => chrome.storage.local.onChanged.removeListener(follow);
  }, [read]);
  const settle = useCallback(
    async (order: LocalRecordingOrder) => {
      try {
        return (await send("record.settle", order)).shareUrl;
      } finally {
        await read();
      }
    },
    [read],
  );
  return { recordings, settle };
}

function wordsOf({ state, title, durationMs, userId }: LocalRecording): string {
  const length = clockText(durationMs);
  if (state === "recording") return t("recorder:popup.kept.recoverLength", { length });
  return t(userId === null ? "recorder:popup.kept.here" : "recorder:popup.kept.sending", { title, length });
}

interface RowProps {
  recording: LocalRecording;
  isSignedIn: boolean;
  settle: (order: LocalRecordingOrder) => Promise<string | null>;
  onMessage: (text: string, isError: boolean) => void;
}

function LocalRecordingRow({ recording, isSignedIn, settle, onMessage }: RowProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, state, userId } = recording;
  const isCutOff = state === "recording";
  const canSend = isSignedIn && (isCutOff || userId === null);
  const run = async (what: LocalRecordingOrder["do"]): Promise<void> => {
    setBusy(true);
    try {
      const link = await settle({ id, do: what });
      if (link) onMessage(t("done.linkCopied"), false);
    } catch {
      onMessage(t("recorder:popup.kept.failed"), true);
    }
    setBusy(false);
  };
  return (
    <li className="stored-row stored-recording" aria-busy={busy}>
      <span className="grow">{isAsking ? t("recorder:popup.kept.sure") : wordsOf(recording)}</span>
      {isAsking ? (
        <>
          <button type="button" className="quiet" onClick={() => setAsking(false)}>
            {t("recorder:popup.running.cancel")}
          </button>
          <button type="button" className="small-button" disabled={busy} onClick={() => void run("discard")}>
            {t("recorder:popup.kept.discard")}
          </button>
        </>
      ) : (
        <>
          {canSend && (
            <button type="button" className="small-button" disabled={busy} onClick={() => void run("recover")}>
              {t(isCutOff ? "recorder:popup.kept.recover" : "recorder:popup.kept.send")}
            </button>
          )}
          {!canSend && (
            <button type="button" className="small-button" disabled={busy} onClick={() => void run("download")}>
              {t("recorder:popup.kept.download")}
            </button>
          )}
          <button type="button" className="quiet" disabled={busy} onClick={() => setAsking(true)}>
            {t("recorder:popup.kept.discard")}
          </button>
        </>
      )}
    </li>
  );
}

/** Interrupted, unsent and signed-out recordings with the actions for each. */
export function LocalRecordingList({ recordings, ...props }: Omit<RowProps, "recording"> & { recordings: LocalRecording[] }): ReactNode {
  if (recordings.length === 0) return null;
  return (
    <ul aria-label={t("recorder:popup.kept.heading")}>
      {recordings.map((recording) => (
        <LocalRecordingRow key={recording.id} recording={recording} {...props} />
      ))}
    </ul>
  );
}
