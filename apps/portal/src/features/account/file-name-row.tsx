import { TextInput } from "@mantine/core";
import { FILE_NAME_PATTERN_MAX } from "@stillreel/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import { Trans, useTranslation } from "react-i18next";
import { preferencesQuery } from "../../entities/people/account.queries.ts";
import styles from "./account.module.css";
import { exampleName, NAME_PARTS, problemOfPattern, type NamePart } from "./file-name.ts";

/** File name pattern of captures: field, placeholders and example. Saved on blur. */
export function FileNameRow({ value, onSave }: { value: string; onSave: (pattern: string) => void }): ReactNode {
  const { t } = useTranslation("account");
  const { data: preferences } = useQuery(preferencesQuery);
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const problem = problemOfPattern(text);
  const commit = (): void => {
    if (problem === null && text.trim() !== value) onSave(text.trim());
  };
  const example = exampleName(text, {
    title: t("preferences.exampleTitle"),
    host: "example.com",
    now: new Date(),
    ending: preferences?.downloadFormat ?? "png",
  });
  return (
    <div
      className={styles.nameRow}
      ref={row}
      onBlur={(event) => {
        // Focus that moves from the field to a placeholder stays inside.
        if (!row.current?.contains(event.relatedTarget)) commit();
      }}
    >
      <label htmlFor="file-name-pattern">{t("preferences.fileName")}</label>
      <TextInput
        ref={field}
        id="file-name-pattern"
        value={text}
        maxLength={FILE_NAME_PATTERN_MAX}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape") setText(value);
        }}
        error={problem && t(`preferences.${problem}`)}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
      />
      <PartButtons onInsert={(part) => insertPart(field, text, part, setText)} />
      {problem === null && (
        <p className={styles.example}>
          <Trans t={t} i18nKey="preferences.fileNameText" values={{ example }} components={{ name: <bdi dir="ltr" /> }} />
        </p>
      )}
    </div>
  );
}

/** Replaces the field's selection by a placeholder and puts the caret behind it. */
function insertPart(field: RefObject<HTMLInputElement | null>, text: string, part: NamePart, setText: (text: string) => void): void {
  const input = field.current;
  const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
  const next = `${text.slice(0, from)}{${part}}${text.slice(to)}`;
  if (next.length > FILE_NAME_PATTERN_MAX) return;
  setText(next);
  requestAnimationFrame(() => {
    input?.focus();
    input?.setSelectionRange(from + part.length + 2, from + part.length + 2);
  });
}

/** One button for each placeholder of the pattern. */
function PartButtons({ onInsert }: { onInsert: (part: NamePart) => void }): ReactNode {
  const { t } = useTranslation("account");
  return (
    <div className={styles.parts}>
      {NAME_PARTS.map((part) => {
        const name = t(`preferences.fileNameParts.${part}`);
        return (
          <button
            key={part}
            type="button"
            className={styles.part}
            aria-label={t("preferences.fileNameInsert", { name })}
            onClick={() => onInsert(part)}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}
