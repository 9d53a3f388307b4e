import { type ReactNode, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";
import { StoredCapturesSheet } from "./stored-captures-sheet.tsx";

interface DeadPageProps {
  heading: string;
  text: string;
  /** Saves a file that cannot be displayed. */
  onDownload?: () => void;
  onOpen(id: string): void;
}

/** Replaces the editor when there is nothing to edit: explains why and links to existing captures. */
export function DeadPage({ heading, text, onDownload, onOpen }: DeadPageProps): ReactNode {
  const [isSheetOpen, setSheetOpen] = useState(false);
  return (
    <main className="dead-page">
      <h1>{heading}</h1>
      <p>{text}</p>
      <div className="dead-actions">
        {onDownload && (
          <button type="button" className="main-button" onClick={onDownload}>
            {t("editorPage.downloadPicture")}
          </button>
        )}
        <button type="button" className="plain-button" onClick={() => setSheetOpen(true)}>
          {t("editorPage.kept.open")}
        </button>
      </div>
      {isSheetOpen && <StoredCapturesSheet currentId="" onOpen={onOpen} onClose={() => setSheetOpen(false)} />}
    </main>
  );
}
