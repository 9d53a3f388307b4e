import { ActionIcon, Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import i18next from "i18next";
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import type { Addressed } from "../../entities/spaces/addresses.ts";
import {
  planRows,
  secondsLeft,
  speedOf,
  summarizeUploads,
  type Upload,
  type UploadQueue,
  type UploadSummary,
} from "../../entities/uploads/upload-queue.ts";
import { TrayHead } from "../../ui/tray-head.tsx";
import { UploadRow, type RowActions } from "./upload-row.tsx";
import styles from "./upload-tray.module.css";
import type { UploadsStore } from "../../entities/uploads/uploads-store.ts";

/**
 * Time that a completely successful list stays visible, in milliseconds, unless the pointer is on it. A list with a public item stays
 * until it is closed.
 */
const LINGER_MS = 8000;
/** Maximum number of displayed rows. */
const ROWS_MAX = 60;

const Row = memo(UploadRow);

/** The upload tray at the bottom end: name, percentage, size and progress bar per file, with errors and actions. */
export function UploadTray({
  queue,
  store,
  onOpen,
  onAnnotate,
  onChooseAgain,
}: {
  queue: UploadQueue;
  store: UploadsStore;
  onOpen: (upload: Upload) => void;
  onAnnotate: (item: Addressed) => void;
  onChooseAgain: (id: string) => void;
}): ReactNode {
  const { t } = useTranslation("uploads");
  const [isFolded, setFolded] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const summary = summarizeUploads(queue);
  const staysOpen = summary.failed > 0 || queue.some(({ isCopied }) => isCopied);
  const isLeaving = isSettledBy(summary) && !staysOpen && !isHeld;
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(store.clearSettled, LINGER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, store, summary.total]);
  const actions = useStable({ store, onOpen, onAnnotate, onChooseAgain });
  const { rows, hidden } = planRows(queue, ROWS_MAX);
  return (
    <aside className={styles.position} aria-label={t("region")}>
      <div
        className={styles.tray}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Head queue={queue} store={store} isFolded={isFolded} onFold={setFolded} />
        {!isFolded && (
          <ul className={styles.list}>
            {rows.map((upload) => (
              <Row key={upload.id} upload={upload} file={store.fileOf(upload.id)} isAlone={queue.length === 1} actions={actions} />
            ))}
            {hidden > 0 && <li className={styles.more}>{t("more", { count: hidden })}</li>}
          </ul>
        )}
      </div>
    </aside>
  );
}

interface HeadProps {
  queue: UploadQueue;
  store: UploadsStore;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}

/** The first line of the tray: state and speed of all uploads, and their actions. */
function Head({ queue, store, isFolded, onFold }: HeadProps): ReactNode {
  const { t } = useTranslation("uploads");
  const summary = summarizeUploads(queue);
  return (
    <TrayHead
      heading={headingOf(summary)}
      isFolded={isFolded}
      onFold={onFold}
      onClose={isSettledBy(summary) ? store.clearSettled : undefined}
      names={{ show: t("show"), hide: t("hide"), close: t("close") }}
    >
      <SpeedLine queue={queue} />
      <HeadActions summary={summary} store={store} />
    </TrayHead>
  );
}

/** Returns whether no upload is running, paused or interrupted. */
const isSettledBy = ({ active, paused, interrupted }: UploadSummary): boolean => active + paused + interrupted === 0;

/** Returns row actions with a stable identity, so that a row is rendered only when it changes. */
function useStable(given: { store: UploadsStore } & Pick<RowActions, "onOpen" | "onAnnotate" | "onChooseAgain">): RowActions {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const { store } = given;
  return useMemo(
    () => ({
      store,
      onOpen: (upload) => latest.current.onOpen(upload),
      onAnnotate: (item) => latest.current.onAnnotate(item),
      onChooseAgain: (id) => latest.current.onChooseAgain(id),
    }),
    [store],
  );
}

function headingOf({ active, paused, interrupted, failed, done, position, total }: UploadSummary): string {
  if (active > 0) return i18next.t("uploads:uploadingOf", { position, total });
  if (paused > 0) return i18next.t("uploads:pausedCount", { count: paused });
  if (interrupted > 0) return i18next.t("uploads:interruptedCount", { count: interrupted });
  if (failed > 0) return i18next.t("uploads:failed", { count: failed });
  return i18next.t("uploads:done", { count: done });
}

/** Speed and remaining time, if known. */
function SpeedLine({ queue }: { queue: UploadQueue }): ReactNode {
  const { t } = useTranslation("uploads");
  const { t: common } = useTranslation();
  const speed = speedOf(queue);
  const seconds = secondsLeft(queue, Date.now());
  const facts = [
    speed !== null && speed > 0 ? t("speed", { size: formatBytes(speed, common) }) : null,
    seconds !== null ? timeLeft(seconds) : null,
  ].filter((fact) => fact !== null);
  return facts.length > 0 ? <span className={styles.left}>{facts.join(" · ")}</span> : null;
}

/** Actions for all uploads. */
function HeadActions({ summary, store }: { summary: UploadSummary; store: UploadsStore }): ReactNode {
  const { t } = useTranslation("uploads");
  if (summary.active > 0 && summary.total > 1)
    return (
      <ActionIcon size={28} aria-label={t("pauseAll")} onClick={store.pauseAll}>
        <IconPlayerPause size={16} aria-hidden="true" />
      </ActionIcon>
    );
  if (summary.active === 0 && summary.paused > 1)
    return (
      <ActionIcon size={28} aria-label={t("resumeAll")} onClick={store.resumeAll}>
        <IconPlayerPlay size={16} aria-hidden="true" />
      </ActionIcon>
    );
  if (summary.active === 0 && summary.failed > 1)
    return (
      <Button variant="quiet" size="xs" onClick={store.retryAll}>
        {t("retryAll")}
      </Button>
    );
  return null;
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return i18next.t("uploads:left.seconds", { count: Math.max(5, Math.ceil(seconds / 5) * 5) });
  if (seconds < 5400) return i18next.t("uploads:left.minutes", { count: Math.round(seconds / 60) });
  return i18next.t("uploads:left.hours", { count: Math.round(seconds / 3600) });
}
