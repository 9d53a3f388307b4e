import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { ICON, toasts } from "@stillreel/ui";
import { IconDownload, IconPackageExport, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import {
  isWorking,
  refreshTransfers,
  removeTakeout,
  repeatTakeout,
  startTakeout,
  takeoutsQuery,
  takeoutUrl,
  type TakeoutView,
} from "./data.queries.ts";
import { formatCount } from "@stillreel/i18n";
import { LoadFailure } from "./load-failure.tsx";
import styles from "./transfer-list.module.css";
import { TransferState } from "./transfer-state.tsx";

/** Exports everything as one zip: started here, created in the background, stored for some days. */
export function TakeoutSection(): ReactNode {
  const { t } = useTranslation("account");
  const takeouts = useQuery(takeoutsQuery);
  const start = useMutation(startTakeout);
  const isBusy = start.isPending || (takeouts.data?.some(isWorking) ?? false);
  return (
    <SettingsSection title={t("data.takeout.title")} text={t("data.takeout.text")}>
      <p className={styles.explained}>{t("data.takeout.holds")}</p>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPackageExport {...ICON} />}
        disabled={isBusy || takeouts.isPending}
        onClick={() => start.mutate()}
      >
        {isBusy ? t("data.takeout.working") : t("data.takeout.start")}
      </Button>
      {takeouts.isError && <LoadFailure onRetry={() => void takeouts.refetch()} />}
      {takeouts.data && takeouts.data.length > 0 && (
        <ul className={styles.list} aria-label={t("data.takeout.list")}>
          {takeouts.data.map((takeout) => (
            <TakeoutRow key={takeout.id} takeout={takeout} isBusy={isBusy} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

/** @param props.isBusy whether an export runs, so that another one cannot start */
function TakeoutRow({ takeout, isBusy }: { takeout: TakeoutView; isBusy: boolean }): ReactNode {
  const { t, i18n } = useTranslation("account");
  const { t: common } = useTranslation();
  const language = i18n.resolvedLanguage ?? "en";
  const dateTimes = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", numberingSystem: "latn" });
  const remove = useMutation(removeTakeout);
  const when = dateTimes.format(new Date(takeout.createdAt));
  const facts = [
    takeout.status === "ready" && t("data.items", { count: takeout.items, shown: formatCount(takeout.items, language) }),
    takeout.size !== null && formatBytes(takeout.size, common),
    takeout.status === "ready" && takeout.expiresAt && t("data.takeout.kept", { day: days.format(new Date(takeout.expiresAt)) }),
  ].filter((fact) => typeof fact === "string");
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>{when}</span>
        {facts.length > 0 && <small>{facts.join(" · ")}</small>}
      </div>
      <TransferState {...takeout} label={t("data.takeout.progress")} ready={t("data.state.ready")} />
      {takeout.failure !== null && <p className={styles.failure}>{t(`data.takeout.failure.${takeout.failure}`)}</p>}
      <div className={styles.actions}>
        {takeout.failure !== null && !isBusy && <RepeatButton takeoutId={takeout.id} when={when} />}
        {takeout.downloadUrl !== null && (
          <Button
            variant="filled"
            component="a"
            href={takeout.downloadUrl}
            download=""
            leftSection={<IconDownload {...ICON} />}
            onClick={(event: MouseEvent) => void downloadFresh(event, takeout.id)}
          >
            {t("data.takeout.download")}
          </Button>
        )}
        <Button
          variant="default"
          aria-busy={remove.isPending}
          aria-label={t(isWorking(takeout) ? "data.takeout.stopNamed" : "data.takeout.removeNamed", { when })}
          onClick={() => remove.mutate(takeout.id)}
        >
          {t(isWorking(takeout) ? "data.takeout.stop" : "data.takeout.remove")}
        </Button>
      </div>
    </li>
  );
}

/** Starts an export in place of a failed one. */
function RepeatButton({ takeoutId, when }: { takeoutId: string; when: string }): ReactNode {
  const { t } = useTranslation("account");
  const repeat = useMutation(repeatTakeout);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh {...ICON} />}
      aria-busy={repeat.isPending}
      aria-label={t("data.takeout.againNamed", { when })}
      onClick={() => !repeat.isPending && repeat.mutate(takeoutId)}
    >
      {t("data.takeout.again")}
    </Button>
  );
}

/** The listed address may be minutes old and a long download needs its full validity: a click requests a new one. */
async function downloadFresh(event: MouseEvent, takeoutId: string): Promise<void> {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const url = await takeoutUrl(takeoutId);
    if (url !== null) window.location.assign(url);
  } catch (error) {
    if (isApiError(error, "not-found")) void refreshTransfers();
    toasts.error(errorText(error));
  }
}
