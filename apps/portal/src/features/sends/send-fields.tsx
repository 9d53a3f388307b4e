import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { SEND_DESCRIPTION_MAX, SEND_TEXT_MAX, SEND_TITLE_MAX } from "@stillreel/contract";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { lastChoices, noteChoices } from "../../entities/sends/last-choices.ts";
import type { SendService, SendValues } from "../../entities/sends/open-send-dialog.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import type { SendProps } from "./send-frame.tsx";
import styles from "./sends.module.css";

/** Entered values and choices by name. */
export type Choices = SendValues;

/** Values of a form with a title, and how they change. The last choices of the account and stored values come first. */
export function useEntered(service: SendService, { item, values }: SendProps, onChange: () => void): [Choices, (change: Choices) => void] {
  const { data: user } = useSuspenseQuery(userQuery);
  const [entered, setEntered] = useState<Choices>({ title: item.title, description: "", ...lastChoices(user.id, service), ...values });
  const set = (change: Choices): void => {
    onChange();
    setEntered((before) => ({ ...before, ...change }));
  };
  return [entered, set];
}

/** Notes the choices of a sent item for the next one. */
export function useNoteChoices(service: SendService): (choices: Choices) => void {
  const { data: user } = useSuspenseQuery(userQuery);
  return (choices) => noteChoices(user.id, service, choices);
}

/** Returns the chosen id: the wanted one if it is listed, otherwise a single one. Empty without a choice. */
export function choose(list: readonly { id: string }[] | undefined, wanted: string | undefined, isFiltered = false): string {
  // A filter hides the chosen entry, but does not change the choice.
  if (isFiltered && wanted) return wanted;
  if (wanted && list?.some(({ id }) => id === wanted)) return wanted;
  return list?.length === 1 ? (list[0]?.id ?? "") : "";
}

/** Returns a choice for a request; undefined without one. */
export const choiceOf = (id: string): string | undefined => (id === "" ? undefined : id);

/** Returns the message of a refused field. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  isApiError(error, "validation-failed") ? error.details.find((issue) => issue.field === field)?.message : undefined;

/** Title and description of an issue or card. */
export function TextFields({
  entered,
  onChange,
  error,
}: {
  entered: Choices;
  onChange: (change: Choices) => void;
  error: unknown;
}): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <>
      <TextInput
        className={styles.field}
        label={t("titleField")}
        dir="auto"
        maxLength={SEND_TITLE_MAX}
        value={entered["title"] ?? ""}
        error={fieldProblem(error, "title")}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        className={styles.field}
        label={t("description")}
        dir="auto"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={SEND_DESCRIPTION_MAX}
        value={entered["description"] ?? ""}
        error={fieldProblem(error, "description")}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}

/** Names what is attached, and who can open it. */
export function AttachedNote({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("sends");
  const isOpen = item.shareUrl === null ? item.permission.write : item.access === "link";
  return (
    <div className={styles.attached}>
      {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" width={80} height={50} />}
      <div>
        <b>{t(item.type === "image" ? "attachedImage" : "attachedVideo")}</b>
        <p>{t(item.shareUrl === null && item.permission.write ? "makesLink" : isOpen ? "opensForAll" : "opensForSome")}</p>
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** Shown while nothing is chosen. */
  prompt: string;
  value: string;
  list: readonly { id: string; name: string }[] | undefined;
  /** Whether the form was sent: a missing choice is named. */
  isTried: boolean;
  isDisabled?: boolean;
  hasFirstFocus?: boolean;
  className?: string | undefined;
  onChange: (id: string) => void;
}

/** A list with one choice. */
export function ChoiceField({
  label,
  prompt,
  value,
  list,
  isTried,
  isDisabled = false,
  hasFirstFocus,
  className,
  onChange,
}: ChoiceProps): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <NativeSelect
      className={className}
      label={label}
      data-first-focus={hasFirstFocus ? true : undefined}
      value={value}
      disabled={isDisabled}
      error={isTried && value === "" ? t("selectAll") : undefined}
      data={[{ value: "", label: prompt }, ...(list ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The text of a message. */
export function MessageField({ text, onChange }: { text: string; onChange: (text: string) => void }): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <Textarea
      className={styles.field}
      label={t("message")}
      dir="auto"
      autosize
      minRows={2}
      maxRows={6}
      maxLength={SEND_TEXT_MAX}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
