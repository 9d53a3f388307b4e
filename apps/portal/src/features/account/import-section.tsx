import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconFileZip, IconFolderPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, type ChangeEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { importArchive, pickFolder } from "../../entities/uploads/open-uploads.ts";
import { importsQuery, refreshTransfers, type ImportView } from "./data.queries.ts";
import { formatCount } from "@stillreel/i18n";
import { LoadFailure } from "./load-failure.tsx";
import styles from "./transfer-list.module.css";
import { TransferState } from "./transfer-state.tsx";

/** Imports an export, any zip of images and videos, or a folder of files, and shows the result. */
export function ImportSection(): ReactNode {
  const { t } = useTranslation("account");
  const imports = useQuery(importsQuery);
  const field = useRef<HTMLInputElement>(null);
  const handleChosen = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    // The same file may be selected twice.
    event.currentTarget.value = "";
    if (file) void importArchive(file).then(refreshTransfers);
  };
  return (
    <SettingsSection title={t("data.import.title")} text={t("data.import.text")}>
      <p className={styles.explained}>{t("data.import.holds")}</p>
      <div className={styles.actions}>
        <Button variant="default" size="md" leftSection={<IconFileZip {...ICON} />} onClick={() => field.current?.click()}>
          {t("data.import.zip")}
        </Button>
        <Button variant="default" size="md" leftSection={<IconFolderPlus {...ICON} />} onClick={() => pickFolder()}>
          {t("data.import.folder")}
        </Button>
        <input ref={field} type="file" accept=".zip,application/zip" hidden aria-label={t("data.import.zip")} onChange={handleChosen} />
      </div>
      {imports.isError && <LoadFailure onRetry={() => void imports.refetch()} />}
      {imports.data && imports.data.length > 0 && (
        <ul className={styles.list} aria-label={t("data.import.list")}>
          {imports.data.map((one) => (
            <ImportRow key={one.id} one={one} onAgain={() => field.current?.click()} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

/** @param props.onAgain lets the user choose the file of a failed import again; the server does not retain it */
function ImportRow({ one, onAgain }: { one: ImportView; onAgain: () => void }): ReactNode {
  const { t, i18n } = useTranslation("account");
  const language = i18n.resolvedLanguage ?? "en";
  const dateTimes = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
  // The reason of a complete failure is in the list of files, without a name.
  const failure = one.skipped.find(({ name }) => name === "")?.reason;
  const skipped = { named: one.skipped.filter(({ name }) => name !== ""), count: one.skippedCount - (failure === undefined ? 0 : 1) };
  const brought = Math.max(0, one.done - skipped.count);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <bdi>{one.fileName}</bdi>
        <small>{dateTimes.format(new Date(one.createdAt))}</small>
      </div>
      <TransferState
        {...one}
        label={t("data.import.progress", { name: one.fileName })}
        ready={t("data.import.brought", { count: brought, shown: formatCount(brought, language) })}
      />
      {failure !== undefined && <p className={styles.failure}>{failure}</p>}
      {one.status === "failed" && (
        <Button variant="default" aria-label={t("data.import.againNamed", { name: one.fileName })} onClick={onAgain}>
          {t("data.import.again")}
        </Button>
      )}
      {skipped.count > 0 && <Skipped {...skipped} language={language} />}
    </li>
  );
}

/** Skipped files with their reasons; the server names the first hundred. */
function Skipped({ named, count, language }: { named: ImportView["skipped"]; count: number; language: string }): ReactNode {
  const { t } = useTranslation("account");
  const more = count - named.length;
  return (
    <details className={styles.skipped}>
      <summary>{t("data.import.skipped", { count, shown: formatCount(count, language) })}</summary>
      <ul>
        {named.map(({ name, reason }, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
            <small>{reason}</small>
          </li>
        ))}
        {more > 0 && <li>{t("data.import.andMore", { count: more, shown: formatCount(more, language) })}</li>}
      </ul>
    </details>
  );
}
