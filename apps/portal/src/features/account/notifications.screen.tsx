import { Button } from "@mantine/core";
import { type ClientArgs, updateNotificationSettings } from "@stillreel/contract";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { notificationSettingsQuery, type NotificationSettingsView } from "../../entities/notifications/notification-settings.queries.ts";
import { client } from "../../platform/api.ts";
import { formatTime } from "../../platform/format/format-date.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { DigestSection } from "./digest-section.tsx";
import styles from "./notifications.module.css";
import { SettingRow, SettingsFrame } from "./settings-frame.tsx";

type Patch = ClientArgs<typeof updateNotificationSettings>["body"];
type Channels = NotificationSettingsView["channels"];
type Kind = keyof Channels;

const CHANNELS = ["bell", "email", "off"] as const satisfies readonly Channels[Kind][];
const HOUR_MS = 3_600_000;
/** Hour of the morning at which a pause until tomorrow ends, in the time zone of the browser. */
const MORNING = 8;

/** Settings of notifications: where each kind arrives, the digest, and a pause. Every control applies immediately. */
export function NotificationsScreen(): ReactNode {
  const { t } = useTranslation("notifications");
  const { data: settings } = useSuspenseQuery(notificationSettingsQuery);
  const save = useSaveSettings();
  return (
    <SettingsFrame page="notifications">
      <SettingsSection title={t("channels.title")} text={t("channels.hint")}>
        <ChannelTable channels={settings.channels} onChoose={(kind, channel) => save({ channels: { [kind]: channel } })} />
      </SettingsSection>
      <DigestSection digest={settings.digest} onChange={(digest) => save({ digest })} />
      <SettingsSection title={t("channels.pause")}>
        <PauseRow pauseUntil={settings.pauseUntil} onPause={(pauseUntil) => save({ pauseUntil })} />
      </SettingsSection>
    </SettingsFrame>
  );
}

interface ChannelTableProps {
  channels: Channels;
  onChoose: (kind: Kind, channel: Channels[Kind]) => void;
}

function ChannelTable({ channels, onChoose }: ChannelTableProps): ReactNode {
  const { t } = useTranslation("notifications");
  const { data: user } = useSuspenseQuery(userQuery);
  // Only administrators are notified of reports.
  const kinds = (Object.keys(channels) as Kind[]).filter((kind) => kind !== "report" || user.role === "admin");
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("channels.kind")}</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className={styles.channel}>
              {t(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`kinds.${kind}.name`)}
              <span className={styles.text}>{t(`kinds.${kind}.text`)}</span>
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className={styles.channel}>
                <label className={styles.choice}>
                  <input
                    type="radio"
                    name={kind}
                    checked={channels[kind] === channel}
                    aria-label={t("channels.choice", { kind: t(`kinds.${kind}.name`), channel: t(`channels.${channel}`) })}
                    onChange={() => onChoose(kind, channel)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PauseRowProps {
  pauseUntil: string | null;
  onPause: (until: string | null) => void;
}

function PauseRow({ pauseUntil, onPause }: PauseRowProps): ReactNode {
  const { t, i18n } = useTranslation("notifications");
  const language = i18n.resolvedLanguage ?? "en";
  if (pauseUntil !== null)
    return (
      <SettingRow label={t("channels.pausedUntil", { when: formatTime(Date.parse(pauseUntil), language) })} hint={t("channels.pauseText")}>
        <Button variant="default" onClick={() => onPause(null)}>
          {t("channels.resume")}
        </Button>
      </SettingRow>
    );
  const until = (ms: number) => (): void => onPause(new Date(ms).toISOString());
  return (
    <SettingRow label={t("channels.pauseFor")} hint={t("channels.pauseText")}>
      <span className={styles.pauses}>
        <Button variant="default" onClick={() => until(Date.now() + HOUR_MS)()}>
          {t("channels.forHour")}
        </Button>
        <Button variant="default" onClick={() => until(tomorrow(new Date()))()}>
          {t("channels.untilTomorrow")}
        </Button>
        <Button variant="default" onClick={() => until(Date.now() + 7 * 24 * HOUR_MS)()}>
          {t("channels.forWeek")}
        </Button>
      </span>
    </SettingRow>
  );
}

const tomorrow = (now: Date): number => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING).getTime();

/** Applies a change optimistically and rolls it back when the server refuses it. */
function useSaveSettings(): (patch: Patch) => void {
  const queries = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const { mutate } = useMutation({
    mutationFn: (body: Patch) => client.call(updateNotificationSettings, { body }),
    onMutate: async ({ channels, digest, pauseUntil }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before)
        queries.setQueryData(queryKey, {
          channels: { ...before.channels, ...channels },
          digest: { ...before.digest, ...digest },
          pauseUntil: pauseUntil === undefined ? before.pauseUntil : pauseUntil,
        });
      return { before };
    },
    onError: (_error, _patch, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before);
    },
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
  return mutate;
}
