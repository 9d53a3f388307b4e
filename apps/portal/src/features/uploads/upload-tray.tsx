import { ActionIcon, Button } from "@mantine/core";
import { Strip, Thumb } from "@stillreel/ui";
import { IconChevronDown, IconChevronUp, IconLink, IconX } from "@tabler/icons-react";
import i18next from "i18next";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../shell/format-bytes.ts";
import { copyLink } from "../library/index.ts";
import { percentOf, secondsLeft, summarizeUploads, type Upload, type UploadFailure, type UploadQueue } from "./upload-queue.ts";
import styles from "./upload-tray.module.css";
import type { UploadsStore } from "./uploads-store.ts";

/** Pictures larger than this are not decoded for the small preview in the tray. */
const PREVIEW_MAX_BYTES = 12 * 1024 * 1024;
/** How long a list in which all went well stays, in milliseconds, unless somebody points at it. */
const LINGER_MS = 8000;

/** The list of uploads at the bottom end: name, percent, size and strip a file; what went wrong, and what to do about it. */
export function UploadTray({ queue, store }: { queue: UploadQueue; store: UploadsStore }): ReactNode {
  const { t } = useTranslation("library");
  const [isFolded, setFolded] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const { active, total, position, done, failed } = summarizeUploads(queue);
  const isAllWell = active === 0 && failed === 0;
  useEffect(() => {
    if (!isAllWell || isHeld) return undefined;
    const timer = setTimeout(store.clearSettled, LINGER_MS);
    return () => clearTimeout(timer);
  }, [isAllWell, isHeld, store, total]);

  const heading =
    active > 0
      ? t("uploads.uploadingOf", { position, total })
      : failed > 0
        ? t("uploads.failed", { count: failed })
        : t("uploads.done", { count: done });
  const left = active > 0 ? secondsLeft(queue, Date.now()) : null;
  return (
    <aside aria-label={t("uploads.region")}>
      <div
        className={styles.tray}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <div className={styles.head}>
          <b className={styles.heading}>{heading}</b>
          {left !== null && <span className={styles.left}>{timeLeft(left)}</span>}
          <ActionIcon
            size={28}
            aria-label={t(isFolded ? "uploads.show" : "uploads.hide")}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? <IconChevronUp size={16} aria-hidden="true" /> : <IconChevronDown size={16} aria-hidden="true" />}
          </ActionIcon>
          {active === 0 && (
            <ActionIcon size={28} aria-label={t("uploads.close")} onClick={store.clearSettled}>
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
        {!isFolded && (
          <ul className={styles.list}>
            {queue.map((upload) => (
              <Row key={upload.id} upload={upload} store={store} />
            ))}
          </ul>
        )}
      </div>
    </aside>
  );
}

function Row({ upload, store }: { upload: Upload; store: UploadsStore }): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const isMoving = upload.status === "sending" || upload.status === "waiting";
  const sentOf = { sent: formatBytes(upload.sentBytes, common), total: formatBytes(upload.sizeBytes, common) };
  return (
    <li className={styles.row}>
      <Preview upload={upload} store={store} />
      <div className={styles.body}>
        <div className={styles.line}>
          <bdi className={styles.name} title={upload.name}>
            {upload.name}
          </bdi>
          <Status upload={upload} store={store} />
        </div>
        {isMoving && (
          <div className={styles.line}>
            <span className={styles.strip}>
              <Strip value={percentOf(upload) / 100} label={t("uploads.progress", { name: upload.name })} />
            </span>
            <span className={styles.facts}>
              {upload.status === "waiting"
                ? t("uploads.waiting")
                : upload.sentBytes >= upload.sizeBytes
                  ? t("uploads.finishing")
                  : t("uploads.sentOf", sentOf)}
            </span>
          </div>
        )}
        {upload.status === "done" && <span className={styles.facts}>{t("uploads.inMyImages", { size: sentOf.total })}</span>}
        {upload.failure && (
          <span className={styles.failure} role="alert">
            {failureText(upload.failure)}
          </span>
        )}
      </div>
      {upload.status !== "done" && (
        <ActionIcon
          size={28}
          aria-label={t(isMoving ? "uploads.cancelFile" : "uploads.removeFile", { name: upload.name })}
          onClick={() => store.remove(upload.id)}
        >
          <IconX size={15} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  );
}

function Status({ upload, store }: { upload: Upload; store: UploadsStore }): ReactNode {
  const { t } = useTranslation("library");
  if (upload.status === "sending" || upload.status === "waiting") return <span className={styles.percent}>{percentOf(upload)}%</span>;
  if (upload.status === "failed") {
    // A file that was refused unsent would be refused again.
    return store.fileOf(upload.id) ? (
      <Button variant="default" size="xs" aria-label={t("uploads.retryFile", { name: upload.name })} onClick={() => store.retry(upload.id)}>
        {t("uploads.retry")}
      </Button>
    ) : null;
  }
  if (upload.isCopied) return <span className={styles.copied}>{t("uploads.linkCopied")}</span>;
  const itemId = upload.result?.itemId;
  if (!itemId) return <span className={styles.copied}>{t("uploads.uploaded")}</span>;
  const copy = async (): Promise<void> => {
    if (await copyLink({ id: itemId, shareUrl: upload.result?.shareUrl ?? null })) store.noteCopied(upload.id);
  };
  return (
    <Button
      variant="quiet"
      size="xs"
      leftSection={<IconLink size={15} stroke={2} aria-hidden="true" />}
      aria-label={t("uploads.copyLink", { name: upload.name })}
      onClick={() => void copy()}
    >
      {t("actions.copyLink")}
    </Button>
  );
}

/** The picture itself, small; it stays after the file is let go. */
function Preview({ upload, store }: { upload: Upload; store: UploadsStore }): ReactNode {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const file = store.fileOf(upload.id);
    if (!file || file.size > PREVIEW_MAX_BYTES) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
    // The file of a row never changes.
  }, [upload.id, store]);
  return <Thumb className={styles.preview}>{url && <img src={url} alt="" onError={() => setUrl(undefined)} />}</Thumb>;
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return i18next.t("library:uploads.left.seconds", { count: Math.max(5, Math.ceil(seconds / 5) * 5) });
  if (seconds < 5400) return i18next.t("library:uploads.left.minutes", { count: Math.round(seconds / 60) });
  return i18next.t("library:uploads.left.hours", { count: Math.round(seconds / 3600) });
}

/** The catalogue's sentence for a failed upload. */
function failureText(failure: UploadFailure): string {
  if (failure.code === "offline") return i18next.t("library:uploads.offline");
  return i18next.t(`errors:${failure.code}` as "errors:internal", { defaultValue: failure.message ?? i18next.t("errors:internal") });
}
