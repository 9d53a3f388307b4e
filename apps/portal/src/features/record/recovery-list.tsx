import { Button } from "@mantine/core";
import type { LocalRecording } from "@stillreel/recorder";
import { ICON, Strip } from "@stillreel/ui";
import { IconDownload, IconHistory, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatDateTime } from "../../entities/items/item-facts.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { recoverStoredRecording, saveStoredRecording } from "./stored-recording-actions.ts";
import { storedRecordings } from "./page-recorder.ts";
import styles from "./recovery-list.module.css";
import { STORED_RECORDINGS_KEY, useSendStoredRecordings } from "./use-send-stored-recordings.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Interrupted and unsent recordings of this browser with their actions. */
export function RecoveryList(): ReactNode {
  const { t } = useTranslation("recorder");
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const queryKey = [...STORED_RECORDINGS_KEY, user?.id];
  const { data: stored } = useQuery({
    queryKey,
    queryFn: () => storedRecordings.list(user?.id ?? null),
    enabled: user !== undefined,
    refetchOnWindowFocus: true,
  });
  useSendStoredRecordings((stored?.length ?? 0) > 0);
  if (!stored || stored.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("portal.recovery.label")}>
      {stored.map((recording) => (
        <Row key={recording.id} recording={recording} onGone={() => void queryClient.invalidateQueries({ queryKey })} />
      ))}
    </ul>
  );
}

function Row({ recording, onGone }: { recording: LocalRecording; onGone: () => void }): ReactNode {
  const { t, i18n } = useTranslation("recorder");
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const recover = async (): Promise<void> => {
    setSent(0);
    const recovered = await recoverStoredRecording(recording, setSent);
    setSent(null);
    onGone();
    if (recovered) await navigate({ to: itemPath({ id: recovered.itemId, type: "video", workspaceId: recovered.workspaceId }) });
  };
  const discard = async (): Promise<void> => {
    await storedRecordings.discard(recording.id).catch(() => {});
    onGone();
  };
  return (
    <li className={styles.row}>
      <IconHistory {...ICON} />
      <p className={styles.text}>
        <bdi>{recording.title}</bdi>
        <small>
          {t(`portal.recovery.${recording.state === "recording" ? "cutOff" : "unsent"}`, {
            when: formatDateTime(recording.startedAt, i18n.language),
          })}
        </small>
        {sent !== null && <Strip value={sent} label={t("portal.recovery.sending")} />}
      </p>
      {isAsked ? (
        <DiscardQuestion onDiscard={() => void discard()} onCancel={() => setAsked(false)} />
      ) : (
        <span className={styles.actions}>
          <Button size="sm" loading={sent !== null} onClick={() => void recover()}>
            {t("portal.recovery.recover", { length: formatDuration(recording.durationMs / 1_000) })}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-label={t("portal.recovery.save")}
            title={t("portal.recovery.save")}
            onClick={() => void saveStoredRecording(recording.id)}
          >
            <IconDownload {...ICON} />
          </Button>
          <Button
            size="sm"
            variant="quiet"
            aria-label={t("portal.discard")}
            title={t("portal.discard")}
            disabled={sent !== null}
            onClick={() => setAsked(true)}
          >
            <IconTrash {...ICON} />
          </Button>
        </span>
      )}
    </li>
  );
}

/** Asks for confirmation before a recording is deleted. */
function DiscardQuestion({ onDiscard, onCancel }: { onDiscard: () => void; onCancel: () => void }): ReactNode {
  const { t } = useTranslation("recorder");
  return (
    <span className={styles.actions}>
      <span>{t("portal.recovery.ask")}</span>
      <Button size="sm" variant="danger" onClick={onDiscard}>
        {t("portal.discard")}
      </Button>
      <Button size="sm" variant="default" onClick={onCancel}>
        {t("portal.recovery.keep")}
      </Button>
    </span>
  );
}
