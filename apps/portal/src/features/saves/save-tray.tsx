import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { saveQuery, type SaveView } from "../../entities/saves/saves.queries.ts";
import { trackedSaves, type TrackedSave } from "../../entities/saves/tracked-saves.ts";
import { copyText } from "../../platform/clipboard.ts";
import { TrayHead } from "../../ui/tray-head.tsx";
import { SaveRow } from "./save-row.tsx";
import { rowsOf, summarize, type SaveRowView, type SaveSummary } from "./save-rows.plan.ts";
import styles from "./save-tray.module.css";

/** The saves of this tab: progress, cancel, retry and result links. It stays until it is closed. */
export function SaveTray({ tracked }: { tracked: readonly TrackedSave[] }): ReactNode {
  const { t } = useTranslation("saves");
  const [isFolded, setFolded] = useState(false);
  const queries = useQueries({ queries: tracked.map(({ id }) => saveQuery(id)) });
  const saves = queries.flatMap(({ data }) => data ?? []);
  // Saves are deleted after a week, and those of another account do not exist for this one.
  const gone = tracked.filter((_one, index) => queries[index]?.isError && queries[index]?.data === undefined).map(({ id }) => id);
  useEffect(() => {
    if (gone.length > 0) trackedSaves.remove(gone);
  });
  const rows = rowsOf(saves);
  const [copied, noteCopied] = useCopiedLinks(tracked, saves);
  if (rows.length === 0) return null;
  const summary = summarize(rows);
  const thumbnailOf = ({ save, result }: SaveRowView): string | null =>
    tracked.find(({ id }) => id === save.id)?.thumbnails[result.itemId] ?? null;
  return (
    <aside className={styles.region} aria-label={t("tray.region")}>
      <Announcer summary={summary} />
      <div className={styles.tray}>
        <Head summary={summary} isFolded={isFolded} onFold={setFolded} onClose={() => trackedSaves.remove(tracked.map(({ id }) => id))} />
        {!isFolded && (
          <ul className={styles.list}>
            {rows.map((row) => {
              const key = `${row.save.id} ${row.result.itemId}`;
              return (
                <SaveRow key={key} row={row} thumbnail={thumbnailOf(row)} isCopied={copied === key} onCopied={() => noteCopied(key)} />
              );
            })}
          </ul>
        )}
      </div>
    </aside>
  );
}

interface HeadProps {
  summary: SaveSummary;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  onClose: () => void;
}

function Head({ summary, isFolded, onFold, onClose }: HeadProps): ReactNode {
  const { t } = useTranslation("saves");
  return (
    <TrayHead
      heading={useHeading(summary)}
      isFolded={isFolded}
      onFold={onFold}
      onClose={summary.active === 0 ? onClose : undefined}
      names={{ show: t("tray.show"), hide: t("tray.hide"), close: t("tray.close") }}
    />
  );
}

function useHeading({ active, total, done, failed }: SaveSummary): string {
  const { t } = useTranslation("saves");
  if (active > 0) return t("tray.saving", { position: total - active + 1, total });
  return failed > 0 ? t("tray.failed", { count: failed }) : t("tray.done", { count: done });
}

/**
 * Copies the link of a save of one file when it is done, if it was asked for. A browser that refuses leaves the button.
 * Returns the row whose link is on the clipboard.
 */
function useCopiedLinks(tracked: readonly TrackedSave[], saves: readonly SaveView[]): [string | null, (key: string) => void] {
  const [copied, setCopied] = useState<string | null>(null);
  const handled = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, copiesLink } of tracked) {
      const save = saves.find((one) => one.id === id);
      const [only, ...others] = save?.results ?? [];
      if (!copiesLink || save?.state !== "done" || handled.current.has(id) || others.length > 0 || !only?.url || only.code !== null)
        continue;
      handled.current.add(id);
      copyText(only.url).then(
        () => setCopied(`${id} ${only.itemId}`),
        () => {},
      );
    }
  }, [tracked, saves]);
  return [copied, setCopied];
}

/** Announces progress in steps of 25 % and the end. */
function Announcer({ summary }: { summary: SaveSummary }): ReactNode {
  const { t } = useTranslation("saves");
  const heading = useHeading(summary);
  const step = Math.floor(summary.percent / 25) * 25;
  const text = summary.active === 0 ? heading : step > 0 ? t("tray.announce", { percent: step }) : "";
  return (
    <div className={VISUALLY_HIDDEN.always} role="status">
      {text}
    </div>
  );
}
