import { DialogFrame } from "@stillreel/ui/primitives";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { allCaptures, pictureOf, watchCaptures } from "../../data/capture-store.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { discardCapture, restoreCapture } from "../../data/discard.ts";
import { isOwnedBy, ownerNow } from "../../../shared/data/owner.ts";
import { hasUnsavedDrawing } from "../../core/retention.plan.ts";
import { i18n, t } from "../../../shared/data/i18n.ts";

/** Returns the text key for the storage location of a capture. */
function whereKey(capture: StoredCapture): string {
  const { state } = capture.upload;
  if (state === "waiting" || state === "sending") return "editorPage.kept.waiting";
  if (state === "failed") return "editorPage.kept.refused";
  if (state === "none") return "editorPage.kept.here";
  return hasUnsavedDrawing(capture) ? "editorPage.kept.changed" : "editorPage.kept.sent";
}

function useStoredCaptures(): StoredCapture[] | null {
  const [captures, setCaptures] = useState<StoredCapture[] | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const [all, owner] = await Promise.all([allCaptures(), ownerNow()]);
      setCaptures(all.filter((capture) => isOwnedBy(capture.owner, owner)).toReversed());
    };
    void read();
    return watchCaptures(() => void read());
  }, []);
  return captures;
}

function Thumbnail({ id }: { id: string }): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    void pictureOf(id, "base").then((picture) => {
      if (isGone || !picture) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return <span className="stored-thumb">{url && <img src={url} alt="" loading="lazy" decoding="async" />}</span>;
}

const timeOf = (capture: StoredCapture): string =>
  new Intl.DateTimeFormat(`${i18n.language}-u-nu-latn`, { dateStyle: "medium", timeStyle: "short" }).format(capture.createdAt);

interface StoredCaptureRowProps {
  capture: StoredCapture;
  isCurrent: boolean;
  onOpen(id: string): void;
  onDiscard(capture: StoredCapture): void;
}

function StoredCaptureRow({ capture, isCurrent, onOpen, onDiscard }: StoredCaptureRowProps): ReactNode {
  const { id, title } = capture;
  return (
    <li className="stored-row" aria-current={isCurrent || undefined}>
      <Thumbnail id={id} />
      <span className="stored-words">
        <bdi className="stored-title">{title}</bdi>
        <small>{timeOf(capture)}</small>
        <small>{t(whereKey(capture))}</small>
      </span>
      {!isCurrent && (
        <>
          <button type="button" className="plain-button" aria-label={t("editorPage.kept.openNamed", { title })} onClick={() => onOpen(id)}>
            {t("done.open")}
          </button>
          <button
            type="button"
            className="plain-button"
            aria-label={t("editorPage.kept.discardNamed", { title })}
            onClick={() => onDiscard(capture)}
          >
            {t("editorPage.kept.discard")}
          </button>
        </>
      )}
    </li>
  );
}

interface StoredCapturesSheetProps {
  /** Id of the open capture. */
  currentId: string;
  onOpen(id: string): void;
  onClose(): void;
}

/** Lists the captures on this machine with their upload state; discarded ones can be restored. */
export function StoredCapturesSheet({ currentId, onOpen, onClose }: StoredCapturesSheetProps): ReactNode {
  const captures = useStoredCaptures();
  const [discarded, setDiscarded] = useState<StoredCapture | null>(null);
  const discard = useCallback((capture: StoredCapture) => {
    void discardCapture(capture.id);
    setDiscarded(capture);
  }, []);
  return (
    <DialogFrame labelledBy="stored-title" backdropClassName="sheet-backdrop" className="sheet on-raised" ignoresBackdrop onClose={onClose}>
      <div className="sheet-head">
        <h2 id="stored-title">{t("editorPage.kept.heading")}</h2>
        <button type="button" className="plain-button" onClick={onClose}>
          {t("done.close")}
        </button>
      </div>
      <p className="sheet-note">{t("editorPage.kept.note")}</p>
      <p className="sheet-undo" role="status">
        {discarded && (
          <>
            <span>{t("editorPage.kept.discarded", { title: discarded.title })}</span>
            <button
              type="button"
              className="plain-button"
              onClick={() => {
                void restoreCapture(discarded.id);
                setDiscarded(null);
              }}
            >
              {t("editorPage.kept.undo")}
            </button>
          </>
        )}
      </p>
      {captures?.length === 0 && <p className="sheet-empty">{t("editorPage.kept.empty")}</p>}
      <ul className="stored-list">
        {captures?.map((capture) => (
          <StoredCaptureRow key={capture.id} capture={capture} isCurrent={capture.id === currentId} onOpen={onOpen} onDiscard={discard} />
        ))}
      </ul>
    </DialogFrame>
  );
}
