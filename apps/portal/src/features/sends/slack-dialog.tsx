import { Button, Switch } from "@mantine/core";
import { SEND_FILE_BYTES_MAX } from "@stillreel/contract";
import { Avatar, toasts } from "@stillreel/ui";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatType } from "../../entities/items/item-facts.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { changeShare } from "../../entities/items/share.queries.ts";
import { lastChoices, noteChoices } from "../../entities/sends/last-choices.ts";
import { channelsQuery, sendMessage, type ChannelView } from "../../entities/sends/sends.queries.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { ChannelPicker } from "./channel-picker.tsx";
import { MessageField } from "./send-fields.tsx";
import { openAction, SendFoot, SendFrame, type SendProps, useConnection, useService } from "./send-frame.tsx";
import styles from "./sends.module.css";

/** Sends an item to a channel of the connected chat workspace. */
export function SlackDialog({ item, values, onClose }: SendProps): ReactNode {
  const { t } = useTranslation("sends");
  const { data: user } = useSuspenseQuery(userQuery);
  const [channelId, setChannelId] = useState(values["channelId"] ?? lastChoices(user.id, "slack")["channelId"]);
  const [text, setText] = useState(values["text"] ?? "");
  const [withFile, setWithFile] = useState(values["withFile"] === "true");
  const [wanted] = useState(channelId);
  const isConnected = useService("slack")?.status === "connected";
  const list = useQuery({ ...channelsQuery("", wanted), enabled: isConnected });
  const [chosen, setChosen] = useState<ChannelView | null>(null);
  const send = useMutation(sendMessage);
  const entered = { channelId: channelId ?? "", text, withFile: String(withFile) };
  const connection = useConnection("slack", { item, values: entered, error: send.error ?? list.error });
  const channel = chosen ?? list.data?.items.find(({ id }) => id === channelId) ?? null;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (send.isPending) return;
    send.mutate(
      { itemId: item.id, channelId: channel?.id, text, withFile },
      {
        onSuccess: ({ url }) => {
          noteChoices(user.id, "slack", { channelId: channel?.id ?? "" });
          toasts.show(t("slack.sent", { channel: `#${channel?.name ?? ""}` }), { tone: "done", ...openAction(t("slack.open"), url) });
          onClose();
        },
      },
    );
  };
  return (
    <SendFrame service="slack" title={t("slack.title")} item={item} account={connection.account} isTouched={text !== ""} onClose={onClose}>
      {connection.notice}
      {connection.isReady && (
        <form onSubmit={handleSubmit} noValidate>
          <ChannelPicker
            channel={channel}
            wantedId={wanted}
            onChoose={(next) => {
              setChosen(next);
              setChannelId(next.id);
              send.reset();
            }}
          />
          <MessageField text={text} onChange={setText} />
          {channel && <Closed item={item} channel={channel} />}
          <FileSwitch item={item} isOn={withFile} onChange={setWithFile} />
          <Preview item={item} text={text} person={user} />
          <SendFoot
            error={send.error}
            isSending={send.isPending}
            submit={channel ? t("slack.submit", { channel: `#${channel.name}` }) : t("slack.submitNone")}
            onClose={onClose}
          />
        </form>
      )}
    </SendFrame>
  );
}

/** Says that the link does not open for the people in the channel, and changes that. */
function Closed({ item, channel }: { item: ItemView; channel: ChannelView }): ReactNode {
  const { t } = useTranslation("sends");
  const change = useMutation(changeShare(item));
  if (item.shareUrl === null) return item.permission.write ? <p className={styles.hint}>{t("makesLink")}</p> : null;
  if (item.access !== "private" || change.isSuccess) return null;
  return (
    <p className={styles.hint}>
      {t("slack.closed", { channel: `#${channel.name}` })}{" "}
      {item.permission.write && (
        <Button variant="default" size="xs" aria-busy={change.isPending} onClick={() => change.mutate({ visibility: "link" })}>
          {t("slack.letThem")}
        </Button>
      )}
    </p>
  );
}

function FileSwitch({ item, isOn, onChange }: { item: ItemView; isOn: boolean; onChange: (isOn: boolean) => void }): ReactNode {
  const { t } = useTranslation("sends");
  const { t: common } = useTranslation();
  const isTooLarge = item.size > SEND_FILE_BYTES_MAX;
  // Images have their file immediately; their thumbnails come later.
  const isReady = item.stage === "ready" || (item.type === "image" && item.sourceUrl !== null);
  const facts = `${formatType(item.mimeType)}, ${formatBytes(item.size, common)}`;
  const hint = isTooLarge ? t("slack.tooLarge", { facts }) : isReady ? t("slack.fileHint", { facts }) : t("slack.fileLater");
  return (
    <div className={styles.switch}>
      <div>
        <label htmlFor="send-file">{t("slack.file")}</label>
        <p className={styles.hint} id="send-file-hint">
          {hint}
        </p>
      </div>
      <Switch
        id="send-file"
        aria-describedby="send-file-hint"
        disabled={isTooLarge || !isReady}
        checked={isOn && !isTooLarge && isReady}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

/** What the people in the channel see. */
function Preview({
  item,
  text,
  person,
}: {
  item: ItemView;
  text: string;
  person: { displayName: string; photoURL: string | null };
}): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <section className={styles.field} aria-label={t("preview")}>
      <p className={styles.label}>{t("preview")}</p>
      <div className={styles.preview}>
        <Avatar name={person.displayName} src={person.photoURL} size={36} />
        <div className={styles.message}>
          <p>
            <b>
              <bdi>{person.displayName}</bdi>
            </b>{" "}
            <span className={styles.via}>{t("slack.via")}</span>
          </p>
          {text.trim() !== "" && (
            <p className={styles.words} dir="auto">
              {text}
            </p>
          )}
          <div className={styles.card}>
            <div>
              <span className={styles.via}>Stillreel</span>
              <b>
                <bdi>{item.title}</bdi>
              </b>
              {item.duration !== null && <span className={styles.via}>{formatDuration(item.duration)}</span>}
            </div>
            {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" width={100} height={62} />}
          </div>
        </div>
      </div>
    </section>
  );
}
