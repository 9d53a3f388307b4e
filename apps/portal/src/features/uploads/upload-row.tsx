import { ActionIcon, Button } from "@mantine/core";
import { Strip, Thumb, toasts } from "@stillreel/ui";
import {
  IconFileZip,
  IconLink,
  IconPencil,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconVideo,
  IconWorld,
  IconX,
} from "@tabler/icons-react";
import i18next from "i18next";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { copyLink, turnOffLink } from "../../entities/items/item-links.ts";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { itemPath, type Addressed } from "../../entities/spaces/addresses.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { percentOf, type Upload, type UploadFailure } from "../../entities/uploads/upload-queue.ts";
import styles from "./upload-tray.module.css";
import type { UploadsStore } from "../../entities/uploads/uploads-store.ts";

/** Maximum size of an image that is decoded for the tray's preview. */
const PREVIEW_MAX_BYTES = 12 * 1024 * 1024;

/** Icons that replace a missing preview. */
const SIGNS = { image: IconPhoto, video: IconVideo, archive: IconFileZip } as const;

/** Actions of a row. */
export interface RowActions {
  store: UploadsStore;
  /** Opens the created item. */
  onOpen: (upload: Upload) => void;
  /** Opens a new image for annotation. */
  onAnnotate: (item: Addressed) => void;
  /** Selects the file of an interrupted upload again. */
  onChooseAgain: (id: string) => void;
}

interface RowProps {
  upload: Upload;
  actions: RowActions;
}

/**
 * One upload: preview, progress or result, and actions. `file` is known until it is done; with `isAlone` an image can be annotated
 * directly.
 */
export function UploadRow({ upload, file, isAlone, actions }: RowProps & { file: File | undefined; isAlone: boolean }): ReactNode {
  return (
    <li className={styles.row}>
      <Preview upload={upload} file={file} />
      <div className={styles.body}>
        <div className={styles.line}>
          <Name upload={upload} actions={actions} />
          <Status upload={upload} hasFile={file !== undefined} actions={actions} />
        </div>
        <Facts upload={upload} />
        {upload.isCopied && <PublicNotice upload={upload} actions={actions} />}
      </div>
      {isAlone && <AnnotateButton upload={upload} actions={actions} />}
      <RowButtons upload={upload} actions={actions} />
    </li>
  );
}

/** The file name; a link once the item exists. */
function Name({ upload, actions }: RowProps): ReactNode {
  const { name, kind, result } = upload;
  if (!result?.itemId) {
    return (
      <bdi className={styles.name} title={name}>
        {name}
      </bdi>
    );
  }
  return (
    <a
      className={styles.name}
      title={name}
      href={itemPath({ id: result.itemId, type: kind === "video" ? "video" : "image", workspaceId: result.workspaceId })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        actions.onOpen(upload);
      }}
    >
      <bdi>{name}</bdi>
    </a>
  );
}

const isActive = ({ status }: Upload): boolean => status === "sending" || status === "waiting" || status === "paused";

/** The second line: progress bar, then folder or error. */
function Facts({ upload }: { upload: Upload }): ReactNode {
  const { t } = useTranslation("uploads");
  const { t: common } = useTranslation();
  if (upload.failure)
    return (
      <span className={styles.failure} role="alert">
        {failureText(upload.failure)}
      </span>
    );
  if (upload.status === "interrupted") return <span className={styles.facts}>{t("interrupted")}</span>;
  if (upload.status === "done") {
    const destination = destinationName(upload);
    const { duration = null, isRelocated = false } = upload.result ?? {};
    const size = duration === null ? formatBytes(upload.sizeBytes, common) : formatDuration(duration);
    return (
      <span className={styles.facts}>
        {isRelocated ? t("relocated", { place: destination }) : t("placed", { size, place: destination })}
      </span>
    );
  }
  return (
    <div className={styles.line}>
      <span className={styles.strip}>
        <Strip value={percentOf(upload) / 100} label={t("progress", { name: upload.name })} />
      </span>
      <span className={styles.facts}>{progressText(upload)}</span>
    </div>
  );
}

function progressText(upload: Upload): string {
  if (upload.status === "waiting") return i18next.t("uploads:waiting");
  if (upload.status === "paused") return i18next.t("uploads:paused");
  if (upload.sentBytes >= upload.sizeBytes) return i18next.t("uploads:finishing");
  return i18next.t("uploads:sentOf", sentOf(upload));
}

/** Returns sent and total size in the unit of the total: "118" and "184 MB". */
function sentOf({ sentBytes, sizeBytes }: Upload): { sent: string; total: string } {
  const total = formatBytes(sizeBytes, i18next.t);
  const unit = [1024 ** 3, 1024 ** 2, 1024].find((bytes) => sizeBytes >= 0.9995 * bytes) ?? 1;
  const sent = sentBytes / unit;
  return { sent: sent < 10 && unit > 1024 ? sent.toFixed(1).replace(/\.0$/u, "") : String(Math.round(sent)), total };
}

const destinationName = ({ kind, result }: Upload): string =>
  result?.folderName ??
  (result && knownWorkspace(result.workspaceId)?.name) ??
  i18next.t(kind === "archive" ? "uploads:imports" : kind === "video" ? "uploads:videos" : "uploads:images");

/** The end of the first line: percentage or the next action. */
function Status({ upload, hasFile, actions }: RowProps & { hasFile: boolean }): ReactNode {
  const { t } = useTranslation("uploads");
  const { id, name, status } = upload;
  if (isActive(upload)) return <span className={styles.percent}>{percentOf(upload)}%</span>;
  if (status === "interrupted")
    return (
      <Button variant="default" size="xs" aria-label={t("chooseAgainFor", { name })} onClick={() => actions.onChooseAgain(id)}>
        {t("chooseAgain")}
      </Button>
    );
  // A file that was refused before sending would be refused again.
  if (status === "failed")
    return hasFile ? (
      <Button variant="default" size="xs" aria-label={t("retryFile", { name })} onClick={() => actions.store.retry(id)}>
        {t("retry")}
      </Button>
    ) : null;
  return <DoneStatus upload={upload} actions={actions} />;
}

function DoneStatus({ upload, actions }: RowProps): ReactNode {
  const { t } = useTranslation("uploads");
  if (upload.isCopied) return <span className={styles.copied}>{t("linkCopied")}</span>;
  const { itemId = null, workspaceId = "", shareUrl = null } = upload.result ?? {};
  if (itemId === null) return <span className={styles.copied}>{t("uploaded")}</span>;
  const copy = async (): Promise<void> => {
    if (await copyLink({ id: itemId, workspaceId, shareUrl })) actions.store.noteCopied(upload.id);
  };
  return (
    <Button
      variant="quiet"
      size="xs"
      leftSection={<IconLink size={15} stroke={2} aria-hidden="true" />}
      aria-label={t("copyLinkTo", { name: upload.name })}
      onClick={() => void copy()}
    >
      {t("copyLink")}
    </Button>
  );
}

/** Announces that the link opens the item for all visitors, and turns the link off again. */
function PublicNotice({ upload: { id, name, result }, actions }: RowProps): ReactNode {
  const { t } = useTranslation("uploads");
  const [isBusy, setBusy] = useState(false);
  const { itemId = null, workspaceId = "" } = result ?? {};
  if (itemId === null) return null;
  const hide = async (): Promise<void> => {
    setBusy(true);
    try {
      await turnOffLink({ id: itemId, workspaceId });
      actions.store.noteHidden(id);
    } catch (error) {
      toasts.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <div className={styles.line}>
      <span className={styles.public}>
        <IconWorld size={14} stroke={1.8} aria-hidden="true" />
        {t("anyone")}
      </span>
      <Button variant="quiet" size="xs" aria-label={t("makePrivateNamed", { name })} aria-busy={isBusy} onClick={() => void hide()}>
        {t("makePrivate")}
      </Button>
    </div>
  );
}

function AnnotateButton({ upload: { kind, status, name, result }, actions }: RowProps): ReactNode {
  const { t } = useTranslation("uploads");
  if (kind !== "image" || status !== "done" || !result?.itemId) return null;
  const item: Addressed = { id: result.itemId, type: "image", workspaceId: result.workspaceId };
  return (
    <ActionIcon size={28} aria-label={t("annotateFile", { name })} title={t("annotate")} onClick={() => actions.onAnnotate(item)}>
      <IconPencil size={15} aria-hidden="true" />
    </ActionIcon>
  );
}

function RowButtons({ upload, actions }: RowProps): ReactNode {
  const { t } = useTranslation("uploads");
  const { store } = actions;
  const { id, name, status } = upload;
  if (status === "done") return null;
  return (
    <span className={styles.buttons}>
      {(status === "sending" || status === "waiting") && (
        <ActionIcon size={28} aria-label={t("pauseFile", { name })} onClick={() => store.pause(id)}>
          <IconPlayerPause size={15} aria-hidden="true" />
        </ActionIcon>
      )}
      {status === "paused" && (
        <ActionIcon size={28} aria-label={t("resumeFile", { name })} onClick={() => store.resume(id)}>
          <IconPlayerPlay size={15} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon size={28} aria-label={t(isActive(upload) ? "cancelFile" : "removeFile", { name })} onClick={() => store.remove(id)}>
        <IconX size={15} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

/** A small preview of the image or the video's first frame; otherwise an icon. */
function Preview({ upload, file }: { upload: Upload; file: File | undefined }): ReactNode {
  const [url, setUrl] = useState<string>();
  const [shown] = useState(file);
  const isVideo = upload.kind === "video";
  useEffect(() => {
    if (!shown || upload.kind === "archive" || (!isVideo && shown.size > PREVIEW_MAX_BYTES)) return undefined;
    const made = URL.createObjectURL(shown);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [shown, isVideo, upload.kind]);
  const fail = (): void => setUrl(undefined);
  const Sign = SIGNS[upload.kind];
  return (
    <Thumb className={styles.preview}>
      {url && !isVideo && <img src={url} alt="" onError={fail} />}
      {url && isVideo && (
        <video src={`${url}#t=0.1`} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} onError={fail} />
      )}
      {!url && (
        <span className={styles.sign}>
          <Sign size={18} aria-hidden="true" />
        </span>
      )}
    </Thumb>
  );
}

/** Returns the translated message of a failed upload. */
function failureText(failure: UploadFailure): string {
  if (failure.code === "offline") return i18next.t("uploads:offline");
  if (failure.code === "unavailable") return i18next.t("uploads:unavailable");
  return i18next.t(`errors:${failure.code}` as "errors:internal", { defaultValue: failure.message ?? i18next.t("errors:internal") });
}
