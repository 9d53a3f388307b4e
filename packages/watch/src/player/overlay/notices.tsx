import { useEffect, useState, type ReactNode } from "react";
import type { Failure, PlayerCore, PlayerState } from "../../core/index.ts";
import { useTexts } from "../../texts-context.tsx";
import { usePlayerState } from "../use-player.ts";
import styles from "./notices.module.css";

/** Minimum waiting time before a notice is shown, in milliseconds. */
const QUIET_MS = 400;

const FAILURES = {
  offline: "player.failed.offline",
  gone: "player.failed.gone",
  unreadable: "player.failed.unreadable",
  unplayable: "player.failed.unplayable",
} as const satisfies Record<Failure, string>;

type Waiting = "player.waiting.recording" | "player.waiting.uploading" | "player.waiting.processing";
const WAITING: Partial<Record<string, Waiting>> = {
  recording: "player.waiting.recording",
  uploading: "player.waiting.uploading",
  processing: "player.waiting.processing",
  ready: "player.waiting.processing",
};

/** Returns true once a condition has held for a while. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    setLasts(false);
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return lasts && isSo;
}

const isBusy = ({ phase, isStalled, isPlaying }: PlayerState): boolean =>
  phase === "loading" || (phase === "ready" && isPlaying && isStalled);

/** Messages in place of the video: waiting, loading, errors and their actions. */
export function Notices({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  const phase = usePlayerState(player, (state) => state.phase);
  const failure = usePlayerState(player, (state) => state.failure);
  const stage = usePlayerState(player, (state) => state.playback?.stage ?? "");
  const reason = usePlayerState(player, (state) => state.playback?.failure ?? null);
  const progress = usePlayerState(player, (state) => state.playback?.progress ?? null);
  const isWaiting = useLasting(usePlayerState(player, isBusy));
  const isLoading = phase === "loading";

  if (phase === "failed" && failure) {
    return (
      <div className={styles.notice} role="alert">
        <p className={styles.words}>{t(FAILURES[failure])}</p>
        {reason && failure === "unreadable" && <p className={styles.reason}>{reason}</p>}
        {failure !== "unreadable" && (
          <button type="button" className={styles.retry} onClick={() => player.retry()}>
            {t("player.retry")}
          </button>
        )}
      </div>
    );
  }
  if (phase === "waiting") {
    const percent = progress === null ? null : Math.round(progress * 100);
    return (
      <div className={styles.notice} role="status">
        <p className={styles.words}>{t(WAITING[stage] ?? "player.waiting.processing")}</p>
        <div
          className={styles.strip}
          role="progressbar"
          aria-label={t(WAITING[stage] ?? "player.waiting.processing")}
          aria-valuenow={percent ?? undefined}
        >
          <i style={{ width: `${percent ?? 8}%` }} />
        </div>
      </div>
    );
  }
  if (!isWaiting) return null;
  return (
    <div className={styles.busy} role="status">
      <span className={styles.chip}>{t(isLoading ? "player.loading" : "player.stalled")}</span>
    </div>
  );
}

/** A line along the top of the video while better renditions are being created. */
export function UpdatingStrip({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  const progress = usePlayerState(player, (state) =>
    state.phase === "ready" && !state.isLive ? (state.playback?.progress ?? null) : null,
  );
  if (progress === null) return null;
  const percent = Math.round(progress * 100);
  return (
    <div className={`${styles.chip} ${styles.updating}`}>
      {t("player.updating", { percent })}
      <div className={styles.strip} role="progressbar" aria-label={t("player.updating", { percent })} aria-valuenow={percent}>
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
