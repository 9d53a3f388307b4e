import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { CAPTIONS_BYTES_MAX, NAME_MAX } from "@stillreel/contract";
import { LANGUAGES } from "@stillreel/i18n";
import { ICON, toasts } from "@stillreel/ui";
import type { CaptionTrack, PlayerHandle } from "@stillreel/watch/core";
import { IconPencil, IconPlus, IconTrash, IconUpload } from "@tabler/icons-react";
import { useRef, useState, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../../platform/api.ts";
import { formatBytes } from "../../../../platform/format/format-bytes.ts";
import { offerUndo } from "../../../../entities/undo/undo.ts";
import { loadCaptions, removeCaptions, saveCaptions } from "../watch.queries.ts";
import { CaptionEditor } from "./caption-editor.tsx";
import styles from "./captions.module.css";
import { cuesAsVtt, cuesFromFile, type DraftCue } from "../../../../entities/captions/cues.plan.ts";

interface Props {
  itemId: string;
  tracks: readonly CaptionTrack[];
  handle: PlayerHandle | null;
}

/** A language whose captions are being edited. */
interface Edited {
  language: string;
  label: string;
  cues: readonly DraftCue[];
}

const OTHER = "other";
const TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u;

/** Returns a language's own name. */
const nameOf = (tag: string): string => {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/** Captions of a video, one row per language: upload, create, edit, remove. */
export function CaptionsSection({ itemId, tracks, handle }: Props): ReactNode {
  const { t } = useTranslation("video");
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isAdding, setAdding] = useState(false);
  const save = async ({ language, label }: Pick<Edited, "language" | "label">, vtt: string): Promise<boolean> => {
    try {
      await saveCaptions(itemId, language, { vtt, ...(label ? { label } : {}) });
      toasts.show(t("captions.saved"), { tone: "done" });
      return true;
    } catch (error) {
      toasts.error(errorText(error));
      return false;
    }
  };
  if (edited) {
    return (
      <CaptionEditor
        label={edited.label || nameOf(edited.language)}
        first={edited.cues}
        handle={handle}
        onSave={(vtt) => save(edited, vtt)}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <section aria-label={t("captions.title")}>
      <h2 className={styles.title}>{t("captions.title")}</h2>
      {tracks.length === 0 && !isAdding && <p className={styles.hint}>{t("captions.none")}</p>}
      <ul className={styles.tracks}>
        {tracks.map((track) => (
          <Track key={track.language} itemId={itemId} track={track} onEdit={setEdited} />
        ))}
      </ul>
      {isAdding ? (
        <AddForm
          taken={tracks.map(({ language }) => language)}
          onWrite={(made) => {
            setAdding(false);
            setEdited(made);
          }}
          onUpload={async (made, vtt) => {
            if (await save(made, vtt)) setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button variant="default" size="xs" leftSection={<IconPlus {...ICON} />} onClick={() => setAdding(true)}>
          {t("captions.add")}
        </Button>
      )}
    </section>
  );
}

function Track({ itemId, track, onEdit }: { itemId: string; track: CaptionTrack; onEdit: (edited: Edited) => void }): ReactNode {
  const { t } = useTranslation("video");
  const { language, label } = track;
  const edit = async (): Promise<void> => {
    try {
      const { vtt } = await loadCaptions(itemId, language);
      onEdit({ language, label, cues: cuesFromFile(vtt) });
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  const remove = async (): Promise<void> => {
    try {
      const before = await removeCaptions(itemId, language);
      offerUndo(t("captions.removed", { language: label }), t("undo"), () => putBack(itemId, before));
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  return (
    <li className={styles.track}>
      <bdi>{label || nameOf(language)}</bdi>
      <span className={styles.tag} dir="ltr">
        {language}
      </span>
      <ActionIcon size={28} aria-label={t("captions.edit", { language: label })} onClick={() => void edit()}>
        <IconPencil size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t("captions.remove", { language: label })} onClick={() => void remove()}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

async function putBack(itemId: string, { language, label, vtt }: { language: string; label: string; vtt: string }): Promise<void> {
  try {
    await saveCaptions(itemId, language, { label, vtt });
  } catch (error) {
    toasts.error(errorText(error));
  }
}

interface AddProps {
  taken: readonly string[];
  onWrite: (made: Edited) => void;
  onUpload: (made: Pick<Edited, "language" | "label">, vtt: string) => Promise<void>;
  onClose: () => void;
}

/** Selects a language and the source of its captions. */
function AddForm({ taken, onWrite, onUpload, onClose }: AddProps): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const { free, choice, typed, error, made, choose, type, check, setError } = useNewLanguage(taken);
  const read = async (chosen: File): Promise<void> => {
    if (chosen.size > CAPTIONS_BYTES_MAX) {
      setError(t("captions.tooLarge", { size: formatBytes(CAPTIONS_BYTES_MAX, common) }));
      return;
    }
    const cues = cuesFromFile(await chosen.text());
    if (cues.length === 0) setError(t("captions.unreadable"));
    else await onUpload(made, /\.srt$/iu.test(chosen.name) ? cuesAsVtt(cues) : await chosen.text());
  };
  return (
    <form
      className={styles.form}
      aria-label={t("captions.add")}
      onSubmit={(event) => {
        event.preventDefault();
        if (check()) onWrite({ ...made, cues: [] });
      }}
    >
      <Select
        label={t("captions.language")}
        data={[...free.map(({ tag, name }) => ({ value: tag, label: name })), { value: OTHER, label: t("captions.otherLanguage") }]}
        value={choice}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
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
      <CaptionFileInput ref={file} onFile={(chosen) => void read(chosen)} />
      <AddButtons
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
  const made = { language, label: isLanguage ? nameOf(language).slice(0, NAME_MAX) : "" };
  const check = (): boolean => {
    const fault = !isLanguage ? t("captions.badLanguage") : taken.includes(language) ? t("captions.takenLanguage") : null;
    setError(fault);
    return fault === null;
  };
  const choose = (next: string | null): void => {
    setChoice(next ?? OTHER);
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
function AddButtons({ onUpload, onClose }: { onUpload: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button size="xs" leftSection={<IconUpload size={16} stroke={1.7} aria-hidden="true" />} onClick={onUpload}>
        {t("captions.upload")}
      </Button>
      <Button size="xs" variant="default" type="submit">
        {t("captions.write")}
      </Button>
      <Button size="xs" variant="quiet" onClick={onClose}>
        {common("actions.cancel")}
      </Button>
    </div>
  );
}
