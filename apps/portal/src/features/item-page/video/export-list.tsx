import { ActionIcon, Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { saveUrl } from "../../../entities/items/item-downloads.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { errorText } from "../../../platform/api.ts";
import styles from "./export-dialog.module.css";
import { type ExportView, isOpen, removeExport } from "./exports.queries.ts";

interface Props {
  exports: readonly ExportView[];
  /** Ids of the exports that this dialog started. Each is downloaded when it is ready. */
  started: Set<string>;
}

/** The converted files of a video, with their progress. */
export function ExportList({ exports, started }: Props): ReactNode {
  const { t } = useTranslation("exports");
  useStartedDownloads(exports, started);
  if (exports.length === 0) return null;
  return (
    <section aria-label={t("list")} className={styles.list}>
      <h3 className={styles.heading}>{t("list")}</h3>
      <ul>
        {exports.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

/** Downloads each started export once when it becomes ready. */
function useStartedDownloads(exports: readonly ExportView[], started: Set<string>): void {
  const { t } = useTranslation("exports");
  const done = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, downloadUrl, fileName } of exports) {
      if (downloadUrl === null || !started.has(id) || done.current.has(id)) continue;
      done.current.add(id);
      saveUrl(downloadUrl);
      toasts.show(t("ready", { name: fileName }), { tone: "done" });
    }
  }, [exports, started, t]);
}

function Row({ one }: { one: ExportView }): ReactNode {
  const { t } = useTranslation("exports");
  const { t: common } = useTranslation();
  const { fileName, state, progress, failure, downloadUrl, size } = one;
  const percent = Math.round(progress * 100);
  const remove = (): void => void removeExport(one).catch((error: unknown) => toasts.error(errorText(error)));
  const text =
    state === "ready"
      ? formatBytes(size ?? 0, common)
      : state === "failed"
        ? (failure ?? t("failed"))
        : state === "waiting"
          ? t("waiting")
          : t("running", { percent });
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <bdi>{fileName}</bdi>
        <small role={state === "failed" ? "alert" : undefined}>{text}</small>
        {state === "running" && <progress className={styles.progress} max={100} value={percent} aria-label={t("running", { percent })} />}
      </span>
      {downloadUrl !== null && (
        <Button
          component="a"
          href={downloadUrl}
          download=""
          variant="quiet"
          size="sm"
          aria-label={t("download", { name: fileName })}
          leftSection={<IconDownload {...ICON} />}
        >
          {t("downloadShort")}
        </Button>
      )}
      <ActionIcon variant="quiet" aria-label={t(isOpen(one) ? "cancel" : "delete", { name: fileName })} onClick={remove}>
        <IconTrash {...ICON} />
      </ActionIcon>
    </li>
  );
}
