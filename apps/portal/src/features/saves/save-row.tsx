import { ActionIcon, Button } from "@mantine/core";
import { formatPercent } from "@stillreel/i18n";
import { Strip, Thumb, toasts } from "@stillreel/ui";
import { IconAlertCircle, IconCheck, IconExternalLink, IconLink, IconRefresh, IconX } from "@tabler/icons-react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SAVE_ICONS } from "../../entities/saves/save-actions.ts";
import { repeatSave, stopSave } from "../../entities/saves/saves.queries.ts";
import { errorText } from "../../platform/api.ts";
import { copyText } from "../../platform/clipboard.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { percentOf, problemOf, type SaveRowView } from "./save-rows.plan.ts";
import styles from "./save-tray.module.css";

interface Props {
  row: SaveRowView;
  thumbnail: string | null;
  isCopied: boolean;
  onCopied: (itemId: string) => void;
}

/** One file of a save: progress, result link, or the reason why it is not saved. */
export function SaveRow({ row, thumbnail, isCopied, onCopied }: Props): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const { save, result } = row;
  const Icon = SAVE_ICONS[save.provider];
  const folder = save.folder === "" ? t(`roots.${save.provider}`) : save.folder.replaceAll("/", " / ");
  return (
    <li className={styles.row}>
      <Thumb className={styles.thumb ?? ""}>{thumbnail !== null && <img src={thumbnail} alt="" />}</Thumb>
      <div className={styles.body}>
        <div className={styles.line}>
          <bdi className={styles.name} title={result.fileName}>
            {result.fileName}
          </bdi>
          <Status row={row} isCopied={isCopied} />
        </div>
        <span className={styles.facts}>
          <Icon size={14} stroke={1.8} aria-hidden="true" />
          <bdi>{t("tray.target", { service: t(`common:services.${save.provider}`), folder })}</bdi>
        </span>
        <Details row={row} onCopied={onCopied} />
      </div>
    </li>
  );
}

/** The end of the first line. */
function Status({ row: { save, result }, isCopied }: { row: SaveRowView; isCopied: boolean }): ReactNode {
  const { t, i18n } = useTranslation(["saves", "common"]);
  const { state, fileName: name } = result;
  if (state === "failed")
    return (
      <span className={styles.bad}>
        <IconAlertCircle size={15} aria-hidden="true" />
        {t("tray.notSaved")}
      </span>
    );
  if (state === "cancelled") return <span className={styles.percent}>{t("tray.cancelled")}</span>;
  if (state === "done")
    return (
      <span className={styles.good}>
        <IconCheck size={15} aria-hidden="true" />
        {t(isCopied ? "tray.linkCopied" : "tray.saved")}
      </span>
    );
  return (
    <>
      <span className={styles.percent}>
        {state === "waiting" ? t("tray.waiting") : formatPercent(percentOf(result) / 100, i18n.language)}
      </span>
      <ActionIcon size={24} aria-label={t("tray.cancel", { name })} onClick={() => void reported(stopSave(save.id))}>
        <IconX size={15} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

/** The last line: the progress, the link, or the problem with its action. */
function Details({ row: { save, result }, onCopied }: Pick<Props, "row" | "onCopied">): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const { t: common } = useTranslation();
  const { state, url, bytes, size, fileName: name } = result;
  const service = t(`common:services.${save.provider}`);
  const problem = problemOf(result);
  if (state === "running")
    return (
      <div className={styles.line}>
        <span className={styles.strip}>
          <Strip value={percentOf(result) / 100} label={t("tray.progress", { name })} />
        </span>
        {size !== null && (
          <span className={styles.facts}>{t("tray.sentOf", { sent: formatBytes(bytes, common), total: formatBytes(size, common) })}</span>
        )}
      </div>
    );
  const canRetry = (state === "failed" || state === "cancelled") && save.state !== "running";
  return (
    <>
      <div className={styles.line}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {t(`problems.${problem}`, { service })}
          </p>
        )}
        {canRetry && (
          <Button
            className={styles.end}
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} aria-hidden="true" />}
            aria-label={t("tray.retryFile", { name })}
            onClick={() => void reported(repeatSave(save.id))}
          >
            {t("tray.retry")}
          </Button>
        )}
      </div>
      {url !== null && <LinkLine url={url} name={name} service={service} onCopied={() => onCopied(result.itemId)} />}
    </>
  );
}

function LinkLine({ url, name, service, onCopied }: { url: string; name: string; service: string; onCopied: () => void }): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(url);
      onCopied();
    } catch {
      toasts.error(i18next.t("library:toasts.copyFailed"));
    }
  };
  return (
    <div className={styles.line}>
      <span className={styles.address} dir="ltr">
        {url.replace(/^https?:\/\//u, "")}
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLink size={15} stroke={2} aria-hidden="true" />}
        aria-label={t("tray.copyLinkTo", { name })}
        onClick={() => void copy()}
      >
        {t("tray.copyLink")}
      </Button>
      <ActionIcon component="a" href={url} target="_blank" rel="noreferrer" size={28} aria-label={t("tray.open", { name, service })}>
        <IconExternalLink size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}

/** Reports the failure of an action. */
const reported = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => toasts.error(errorText(error)));
