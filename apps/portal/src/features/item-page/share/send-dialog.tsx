import { Button, Textarea, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { SHARE_MESSAGE_MAX, SHARE_RECIPIENTS_MAX } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { errorText } from "../../../platform/api.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { sendByEmail } from "../../../entities/items/share.queries.ts";
import styles from "./share-panel.module.css";

/** Who can open the link: only the sender, people with access to the item, people with the password, or everyone. */
export type SendTerms = "private" | "members" | "locked" | "open";

/** Sends the item's link by e-mail. Refused addresses stay in the field. */
export function SendDialog({ item, terms, onClose }: { item: ItemView; terms: SendTerms; onClose: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const form = useSendForm(item, onClose);
  return (
    <Dialog onClose={onClose} title={t("send.title")} size={520} ignoresBackdrop={form.isTouched} ignoresEscape={form.isTouched}>
      <form onSubmit={form.handleSubmit} noValidate>
        <TextInput
          label={t("send.to")}
          description={t("send.toHint", { max: SHARE_RECIPIENTS_MAX })}
          type="text"
          inputMode="email"
          autoComplete="email"
          data-first-focus
          dir="ltr"
          value={form.to}
          onChange={(event) => form.changeTo(event.currentTarget.value)}
          error={form.error}
        />
        <Textarea
          className={styles.message}
          label={t("send.message")}
          dir="auto"
          rows={4}
          maxLength={SHARE_MESSAGE_MAX}
          value={form.message}
          onChange={(event) => form.changeMessage(event.currentTarget.value)}
        />
        <p className={styles.hint}>{t(`send.${terms}`)}</p>
        <div className={styles.dialogActions}>
          <Button variant="quiet" size="md" onClick={onClose}>
            {t("send.cancel")}
          </Button>
          <Button type="submit" size="md" loading={form.isSending}>
            {t("send.submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The fields of the dialog, and sending them. */
function useSendForm(item: ItemView, onSent: () => void) {
  const { t } = useTranslation("item");
  const [to, setTo] = useState("");
  const [message, setMessage] = useState("");
  const [error, setError] = useState<string | null>(null);
  const send = useMutation(sendByEmail(item));

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const emails = splitAddresses(to);
    if (emails.length === 0) return setError(t("send.toRequired"));
    if (emails.length > SHARE_RECIPIENTS_MAX) return setError(t("send.tooMany", { max: SHARE_RECIPIENTS_MAX }));
    send.mutate(
      { emails, message },
      {
        onSuccess: ({ sent, failed }) => {
          if (sent.length > 0) toasts.show(t("send.sent", { count: sent.length }), { tone: "done" });
          if (failed.length === 0) return onSent();
          setTo(failed.join(", "));
          setError(t("send.failed"));
        },
        onError: (failure) => setError(fieldError(failure, emails)),
      },
    );
  };
  const changeTo = (next: string): void => {
    setTo(next);
    setError(null);
  };
  const isTouched = to !== "" || message !== "";
  return { to, changeTo, message, changeMessage: setMessage, error, isTouched, isSending: send.isPending, handleSubmit };
}

/** Splits a line into unique addresses, separated by commas, semicolons or spaces. */
export function splitAddresses(line: string): string[] {
  return [...new Set(line.split(/[\s,;]+/).filter((address) => address !== ""))];
}

/** Returns the message for the field: the invalid address, or the translated error. */
function fieldError(error: Error, emails: string[]): string {
  const issue = isApiError(error, "validation-failed") ? error.details.find((detail) => detail.field.startsWith("emails")) : undefined;
  if (!issue) return errorText(error);
  const wrong = emails[Number(issue.field.split(".")[1])];
  return wrong ? `${wrong}: ${issue.message}` : issue.message;
}
