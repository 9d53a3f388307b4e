import { Button, TextInput } from "@mantine/core";
import { NAME_MAX } from "@stillreel/contract";
import { LANGUAGES } from "@stillreel/i18n";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../select-field.tsx";
import styles from "./add-language-form.module.css";

/** A language without captions so far. */
export interface NewLanguage {
  /** BCP 47 tag. */
  language: string;
  /** Its own name. */
  label: string;
}

const OTHER = "other";
const TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u;

/** Returns a language's own name. */
export const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

interface Props {
  /** Languages that have captions. */
  taken: readonly string[];
  /** Label of the button that writes the captions. */
  writeLabel?: string | undefined;
  /** Without it, captions can only be uploaded. */
  onWrite?: ((made: NewLanguage) => void) | undefined;
  /** Reads and stores a file. Resolves to why it was refused, or to null. */
  onUpload: (made: NewLanguage, file: File) => Promise<string | null>;
  onClose: () => void;
}

/** Selects a language and the source of its captions. */
export function AddLanguageForm({ taken, writeLabel, onWrite, onUpload, onClose }: Props): ReactNode {
  const { t } = useTranslation("video");
  const file = useRef<HTMLInputElement>(null);
  const { free, choice, typed, error, made, choose, type, check, setError } = useNewLanguage(taken);
  return (
    <form
      className={styles.form}
      aria-label={t("captions.add")}
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) onWrite?.(made);
      }}
    >
      <SelectField
        label={t("captions.language")}
        value={choice}
        choices={[
          ...free.map(({ tag, name }) => ({ value: tag as string, label: name })),
          { value: OTHER, label: t("captions.otherLanguage") },
        ]}
        onChange={choose}
      />
      {choice === OTHER && (
        <TextInput
          label={t("captions.tag")}
          placeholder="pt-BR"
          dir="ltr"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <CaptionFileInput ref={file} onFile={(chosen) => void onUpload(made, chosen).then(setError)} />
      <AddButtons
        writeLabel={onWrite ? (writeLabel ?? t("captions.write")) : null}
        onUpload={() => {
          if (check()) file.current?.click();
        }}
        onClose={onClose}
      />
    </form>
  );
}

/** Language of the new captions: one of the list that has none yet, or a typed tag. */
function useNewLanguage(taken: readonly string[]) {
  const { t } = useTranslation("video");
  const free = LANGUAGES.filter(({ tag }) => !taken.includes(tag));
  const [choice, setChoice] = useState<string>(free[0]?.tag ?? OTHER);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const language = choice === OTHER ? typed.trim() : choice;
  const isLanguage = TAG.test(language);
  const made = { language, label: isLanguage ? languageName(language).slice(0, NAME_MAX) : "" };
  const check = (): boolean => {
    const fault = !isLanguage ? t("captions.badLanguage") : taken.includes(language) ? t("captions.takenLanguage") : null;
    setError(fault);
    return fault === null;
  };
  const choose = (next: string): void => {
    setChoice(next);
    setError(null);
  };
  const type = (text: string): void => {
    setTyped(text);
    setError(null);
  };
  return { free, choice, typed, error, made, choose, type, check, setError };
}

/** Hidden file input for captions. */
function CaptionFileInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }): ReactNode {
  const { t } = useTranslation("video");
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept=".vtt,.srt,text/vtt,application/x-subrip"
      aria-label={t("captions.file")}
      onChange={(event) => {
        const [chosen] = event.currentTarget.files ?? [];
        event.currentTarget.value = "";
        if (chosen) onFile(chosen);
      }}
    />
  );
}

/** Upload, write (submits the form) and cancel. */
function AddButtons({
  writeLabel,
  onUpload,
  onClose,
}: {
  writeLabel: string | null;
  onUpload: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button size="xs" leftSection={<IconUpload size={16} stroke={1.7} aria-hidden="true" />} onClick={onUpload}>
        {t("captions.upload")}
      </Button>
      {writeLabel !== null && (
        <Button size="xs" variant="default" type="submit">
          {writeLabel}
        </Button>
      )}
      <Button size="xs" variant="quiet" onClick={onClose}>
        {common("actions.cancel")}
      </Button>
    </div>
  );
}
