import { Button, TextInput } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconExternalLink } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { makeLink } from "../../entities/items/item-links.ts";
import { lastChoices, noteChoices } from "../../entities/sends/last-choices.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import dialog from "../../ui/dialog.module.css";
import { MessageField } from "./send-fields.tsx";
import { SendFrame, type SendProps } from "./send-frame.tsx";
import styles from "./sends.module.css";
import { bareNumber, chatAddress, NUMBER_MAX, numberProblem } from "./whatsapp-number.ts";

/** Number of recent numbers that are offered. */
const RECENT = 3;

/** Opens a chat with the item's link. WhatsApp itself sends the message. */
export function WhatsappDialog({ item, onClose }: SendProps): ReactNode {
  const { t } = useTranslation("sends");
  const { data: user } = useSuspenseQuery(userQuery);
  const recent = (lastChoices(user.id, "whatsapp")["numbers"] ?? "").split(" ").filter(Boolean);
  const [number, setNumber] = useState("");
  const [text, setText] = useState("");
  const [isChecked, setChecked] = useState(false);
  const make = useMutation({ mutationFn: async () => item.shareUrl ?? (await makeLink(item)) });
  const problem = numberProblem(number);

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (problem !== null || make.isPending) return;
    // Opened by the click itself: browsers block a window that is opened after a request.
    const chat = window.open("", "_blank");
    make.mutate(undefined, {
      onSuccess: (link) => {
        noteChoices(user.id, "whatsapp", { numbers: [number, ...recent.filter((one) => one !== number)].slice(0, RECENT).join(" ") });
        openChat(chat, chatAddress(number, [text.trim(), link].filter(Boolean).join("\n")));
        onClose();
      },
      onError: () => chat?.close(),
    });
  };
  return (
    <SendFrame service="whatsapp" title={t("whatsapp.title")} item={item} isTouched={text !== "" || number !== ""} onClose={onClose}>
      <form onSubmit={handleSubmit} noValidate>
        <TextInput
          label={t("whatsapp.number")}
          description={t("whatsapp.numberHint", { max: NUMBER_MAX })}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          data-first-focus
          dir="ltr"
          value={number}
          error={isChecked && problem !== null ? t(`whatsapp.problems.${problem}`, { max: NUMBER_MAX }) : undefined}
          rightSection={<span className={styles.via}>{`${number.length} / ${NUMBER_MAX}`}</span>}
          rightSectionWidth={64}
          onBlur={() => number !== "" && setChecked(true)}
          onChange={(event) => setNumber(bareNumber(event.currentTarget.value))}
        />
        <RecentNumbers numbers={recent} onChoose={setNumber} />
        <MessageField text={text} onChange={setText} />
        <p className={styles.hint}>{t("whatsapp.opens")}</p>
        <div className={dialog.buttons}>
          <Button variant="quiet" size="md" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" size="md" rightSection={<IconExternalLink {...ICON} />} aria-busy={make.isPending}>
            {t("whatsapp.submit")}
          </Button>
        </div>
      </form>
    </SendFrame>
  );
}

/** Opens the chat in the prepared window; without one, in this window. */
function openChat(chat: Window | null, address: string): void {
  if (chat === null) return location.assign(address);
  chat.opener = null;
  chat.location.replace(address);
}

function RecentNumbers({ numbers, onChoose }: { numbers: readonly string[]; onChoose: (number: string) => void }): ReactNode {
  const { t } = useTranslation("sends");
  if (numbers.length === 0) return null;
  return (
    <div className={styles.field}>
      <p className={styles.label} id="recent-numbers">
        {t("whatsapp.recent")}
      </p>
      <div className={styles.recent} role="group" aria-labelledby="recent-numbers">
        {numbers.map((one) => (
          <Button key={one} variant="default" size="xs" onClick={() => onChoose(one)}>
            <bdi dir="ltr">{one}</bdi>
          </Button>
        ))}
      </div>
    </div>
  );
}
