import { BOARD_ENDING } from "@stillreel/contract";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import i18next from "i18next";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addFiles, resumeUpload, restoreUploads, setAnnotate, uploads } from "../../entities/uploads/page-uploads.ts";
import { readDrop } from "../../entities/uploads/picked-files.ts";
import { annotatePath, itemPath, type Addressed } from "../../entities/spaces/addresses.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { useShownTarget } from "../../entities/uploads/upload-target.ts";
import { stepToAnnounce, summarizeUploads, type Upload, type UploadQueue } from "../../entities/uploads/upload-queue.ts";
import styles from "./upload-layer.module.css";
import { PASSING_CODES } from "../../entities/uploads/uploads-store.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const UploadTray = lazyView(() => import("./upload-tray.tsx"), "UploadTray");

/** Interval for retrying uploads that wait for network or server, in milliseconds. */
const RECHECK_MS = 10_000;

/** Drop zone, paste and upload tray. Mounted once per page; the uploads outlive it. */
export function UploadLayer(): ReactNode {
  const queue = useSyncExternalStore(uploads.subscribe, uploads.snapshot, uploads.snapshot);
  const navigate = useNavigate();
  const isDropping = useDroppedFiles();
  const { active, paused } = summarizeUploads(queue);
  usePastedFiles();
  useRestore();
  useNetworkReturn(queue.some(({ failure }) => failure !== null && PASSING_CODES.has(failure.code)));
  useLeaveWarning(active + paused > 0);
  const open = ({ kind, result }: Upload): void => {
    if (!result?.itemId) return;
    void navigate({ to: itemPath({ id: result.itemId, type: kind === "video" ? "video" : "image", workspaceId: result.workspaceId }) });
  };
  const annotate = useCallback((item: Addressed) => void navigate({ to: annotatePath(item) }), [navigate]);
  useEffect(() => setAnnotate(annotate), [annotate]);
  return (
    <>
      {isDropping && <DropHint />}
      <Announcer queue={queue} />
      <Suspense>
        {queue.length > 0 && (
          <UploadTray queue={queue} store={uploads} onOpen={open} onAnnotate={annotate} onChooseAgain={(id) => void resumeUpload(id)} />
        )}
      </Suspense>
    </>
  );
}

function DropHint(): ReactNode {
  const { t } = useTranslation("uploads");
  const target = useShownTarget();
  const into = target?.folderName ?? (target && knownWorkspace(target.workspaceId)?.name);
  return (
    <div className={styles.drop} aria-hidden="true">
      <span className={styles.dropText}>{target?.isReadOnly ? t("readOnly") : into ? t("dropInto", { folder: into }) : t("drop")}</span>
    </div>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Whether a part of the page takes an image itself: a whiteboard. Several files, and other ones, are uploads there, too. */
const isTaken = (part: EventTarget | null, [file, ...others]: readonly File[]): boolean =>
  part instanceof Element &&
  part.closest("[data-takes-images]") !== null &&
  others.length === 0 &&
  file !== undefined &&
  (file.type.startsWith("image/") || file.name.endsWith(`.${BOARD_ENDING}`));

/** Accepts files and folders dropped anywhere on the page; returns whether a drag is over it. */
function useDroppedFiles(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const handleOver = (event: DragEvent): void => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setOver(true);
    };
    const handleLeave = (event: DragEvent): void => {
      // Only when leaving the window, not between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const handleDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (isTaken(event.target, [...event.dataTransfer.files])) return;
      void readDrop(event.dataTransfer).then(addFiles);
    };
    document.addEventListener("dragenter", handleOver);
    document.addEventListener("dragover", handleOver);
    document.addEventListener("dragleave", handleLeave);
    document.addEventListener("drop", handleDrop);
    return () => {
      document.removeEventListener("dragenter", handleOver);
      document.removeEventListener("dragover", handleOver);
      document.removeEventListener("dragleave", handleLeave);
      document.removeEventListener("drop", handleDrop);
    };
  }, []);
  return isOver;
}

/** Uploads images and videos from the clipboard, except when pasting into a text field. */
function usePastedFiles(): void {
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable=true]")) return;
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => /^(?:image|video)\//u.test(type));
      if (files.length === 0 || isTaken(document.activeElement, files)) return;
      event.preventDefault();
      addFiles(files.map((file) => ({ file: namePasted(file), path: [] })));
    };
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, []);
}

/** Renames pasted images, which browsers call "image.png", with date and time. */
function namePasted(file: File): File {
  if (!/^image\.\w+$/u.test(file.name)) return file;
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`;
  const name = i18next.t("uploads:pasted", { day });
  return new File([file], `${name}.${file.name.split(".").at(-1)}`, { type: file.type, lastModified: file.lastModified });
}

/** Shows uploads that a reload interrupted. */
function useRestore(): void {
  useEffect(() => void restoreUploads().catch(() => {}), []);
}

/** Resumes failed uploads when network or server are available again. */
function useNetworkReturn(isWaiting: boolean): void {
  useEffect(() => {
    window.addEventListener("online", uploads.resumeOffline);
    return () => window.removeEventListener("online", uploads.resumeOffline);
  }, []);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => navigator.onLine && uploads.resumeOffline(), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

/** Asks before the tab closes during an upload. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isActive]);
}

/** Announces progress in steps of 25 % and the result to screen readers. */
function Announcer({ queue }: { queue: UploadQueue }): ReactNode {
  const { t } = useTranslation("uploads");
  const { percent, active, done, failed } = summarizeUploads(queue);
  const before = useRef(0);
  const [text, setText] = useState("");
  useEffect(() => {
    const step = stepToAnnounce(before.current, percent);
    const wasActive = before.current > 0 || active > 0;
    before.current = active > 0 ? percent : 0;
    if (active > 0) {
      if (step !== null && step < 100) setText(t("announce", { percent: step }));
    } else if (wasActive && done + failed > 0) {
      setText([done > 0 ? t("done", { count: done }) : "", failed > 0 ? t("failed", { count: failed }) : ""].filter(Boolean).join(". "));
    } else if (done + failed === 0) setText("");
  }, [percent, active, done, failed, t]);
  return (
    <div className={VISUALLY_HIDDEN.always} role="status">
      {text}
    </div>
  );
}
