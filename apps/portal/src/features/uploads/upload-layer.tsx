import i18next from "i18next";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { uploads } from "./page-uploads.ts";
import { stepToAnnounce, summarizeUploads, type UploadQueue } from "./upload-queue.ts";
import styles from "./upload-layer.module.css";

const UploadTray = lazy(() => import("./upload-tray.tsx").then((module) => ({ default: module.UploadTray })));

/** Drop zone, paste and the tray of uploads. Mounted once a page; the uploads themselves outlive it. */
export function UploadLayer(): ReactNode {
  const { t } = useTranslation("library");
  const queue = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current);
  const isDropping = useDroppedFiles();
  usePastedImages();
  useNetworkReturn();
  useLeaveWarning(summarizeUploads(queue).active > 0);
  return (
    <>
      {isDropping && (
        <div className={styles.drop} aria-hidden="true">
          <span className={styles.dropText}>{t("uploads.drop")}</span>
        </div>
      )}
      <Announcer queue={queue} />
      <Suspense>{queue.length > 0 && <UploadTray queue={queue} store={uploads} />}</Suspense>
    </>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Takes files dropped anywhere on the page; true while some hang over it. */
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
      // Out of the window, not from one element to the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const handleDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const files = [...event.dataTransfer.items].flatMap((item) => {
        // Folders come as entries that are no files.
        const file = item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true ? item.getAsFile() : null;
        return file ? [file] : [];
      });
      if (files.length > 0) uploads.add(files);
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

/** Uploads images from the clipboard, unless the paste goes into a text field. */
function usePastedImages(): void {
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable=true]")) return;
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
      if (files.length === 0) return;
      event.preventDefault();
      uploads.add(files.map(namePasted));
    };
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, []);
}

/** Browsers call every pasted picture "image.png"; a day and time tell them apart. */
function namePasted(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`;
  const name = i18next.t("library:uploads.pasted", { day });
  return new File([file], `${name}.${file.name.split(".").at(-1)}`, { type: file.type, lastModified: file.lastModified });
}

function useNetworkReturn(): void {
  useEffect(() => {
    window.addEventListener("online", uploads.resumeOffline);
    return () => window.removeEventListener("online", uploads.resumeOffline);
  }, []);
}

/** Closing the tab with uploads under way asks once. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isActive]);
}

/** Tells screen readers how far it is, in steps of 25 %, and how it ended. */
function Announcer({ queue }: { queue: UploadQueue }): ReactNode {
  const { t } = useTranslation("library");
  const { percent, active, done, failed } = summarizeUploads(queue);
  const before = useRef(0);
  const [text, setText] = useState("");
  useEffect(() => {
    const step = stepToAnnounce(before.current, percent);
    const wasActive = before.current > 0 || active > 0;
    before.current = active > 0 ? percent : 0;
    if (active > 0) {
      if (step !== null && step < 100) setText(t("uploads.announce", { percent: step }));
    } else if (wasActive && done + failed > 0) {
      setText(
        [done > 0 ? t("uploads.done", { count: done }) : "", failed > 0 ? t("uploads.failed", { count: failed }) : ""]
          .filter(Boolean)
          .join(". "),
      );
    } else if (done + failed === 0) setText("");
  }, [percent, active, done, failed, t]);
  return (
    <div className={styles.announcer} role="status">
      {text}
    </div>
  );
}
