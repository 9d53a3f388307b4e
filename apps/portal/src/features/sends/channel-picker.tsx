import { IconHash, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { channelsQuery, type ChannelView } from "../../entities/sends/sends.queries.ts";
import { FindField } from "../../ui/find-field.tsx";
import { problemOf } from "./send-frame.tsx";
import styles from "./sends.module.css";

/**
 * Searches the channels and chooses one. The last used one is first.
 * @param wantedId channel that is returned first by the server
 */
export function ChannelPicker({
  channel,
  wantedId,
  onChoose,
}: {
  channel: ChannelView | null;
  wantedId: string | undefined;
  onChoose: (channel: ChannelView) => void;
}): ReactNode {
  const { t } = useTranslation("sends");
  const [q, setQ] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isPending } = useQuery(channelsQuery(q.trim(), wantedId));
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    const [first] = data?.items ?? [];
    const radio = list.current?.querySelector<HTMLInputElement>("input:checked") ?? list.current?.querySelector("input");
    if (event.key === "Enter" && first && !data?.items.some(({ id }) => id === channel?.id)) onChoose(first);
    radio?.focus();
  };
  return (
    <fieldset className={styles.channels}>
      <legend className={styles.label}>{t("slack.channel")}</legend>
      <FindField
        value={q}
        onChange={setQ}
        onKeyDown={handleKey}
        aria-label={t("slack.find")}
        placeholder={t("slack.find")}
        maxLength={100}
        data-first-focus
        autoComplete="off"
      />
      <div className={styles.list} ref={list} aria-busy={isPending}>
        {data?.items.map((one) => (
          <Channel key={one.id} channel={one} isChosen={one.id === channel?.id} onChoose={() => onChoose(one)} />
        ))}
        <div role="status">
          {data && <Count shown={data.items.length} total={data.total} />}
          {isPending && !error && <p className={styles.hint}>{t("loading")}</p>}
        </div>
        {error && problemOf(error) !== null && (
          <p className={styles.problem} role="alert">
            {problemOf(error)}
          </p>
        )}
      </div>
      <p className={styles.hint}>{t("slack.privateHint")}</p>
    </fieldset>
  );
}

function Count({ shown, total }: { shown: number; total: number }): ReactNode {
  const { t } = useTranslation("sends");
  if (total === 0) return <p className={styles.hint}>{t("slack.none")}</p>;
  return total > shown ? <p className={styles.hint}>{t("slack.more", { count: total - shown })}</p> : null;
}

function Channel({ channel, isChosen, onChoose }: { channel: ChannelView; isChosen: boolean; onChoose: () => void }): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <label className={styles.channel}>
      <input type="radio" name="channel" value={channel.id} checked={isChosen} onChange={onChoose} />
      {channel.isPrivate ? (
        <IconLock size={16} stroke={1.7} aria-label={t("slack.private")} />
      ) : (
        <IconHash size={16} stroke={1.7} aria-hidden="true" />
      )}
      <bdi className={styles.channelName}>{channel.name}</bdi>
      <bdi className={styles.topic}>{channel.topic}</bdi>
      {channel.members !== null && <span className={styles.members}>{t("slack.members", { count: channel.members })}</span>}
    </label>
  );
}
