import { ActionIcon, Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import type { CaptionTrack, PlayerHandle } from "@stillreel/watch/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../../platform/api.ts";
import { readCaptionFile } from "../../../../entities/captions/caption-files.ts";
import { offerUndo } from "../../../../entities/undo/undo.ts";
import { AddLanguageForm, languageName, type NewLanguage } from "../../../../ui/captions/add-language-form.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { loadCaptions, removeCaptions, saveCaptions } from "../watch.queries.ts";
import { CaptionEditor } from "./caption-editor.tsx";
import styles from "./captions.module.css";
import { cuesFromFile, type DraftCue } from "../../../../entities/captions/cues.plan.ts";

interface Props {
  itemId: string;
  tracks: readonly CaptionTrack[];
  handle: PlayerHandle | null;
  /** A language whose captions are written first. */
  first?: NewLanguage | null;
}

/** A language whose captions are being edited. */
interface Edited {
  language: string;
  label: string;
  cues: readonly DraftCue[];
}

/** Captions of a video, one row per language: upload, create, edit, remove. */
export function CaptionsSection({ itemId, tracks, handle, first = null }: Props): ReactNode {
  const { t } = useTranslation("video");
  const [edited, setEdited] = useState<Edited | null>(() => first && { ...first, cues: [] });
  const [isAdding, setAdding] = useState(false);
  const save = useSaveCaptions(itemId);
  if (edited) {
    return (
      <CaptionEditor
        label={edited.label || languageName(edited.language)}
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
        <AddLanguage
          itemId={itemId}
          tracks={tracks}
          onWrite={(made) => {
            setAdding(false);
            setEdited({ ...made, cues: [] });
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

/** Returns the function that stores captions of a language and resolves to whether they were accepted. */
function useSaveCaptions(itemId: string) {
  const { t } = useTranslation("video");
  return async ({ language, label }: NewLanguage, vtt: string): Promise<boolean> => {
    try {
      await saveCaptions(itemId, language, { vtt, ...(label ? { label } : {}) });
      toasts.show(t("captions.saved"), { tone: "done" });
      return true;
    } catch (error) {
      toasts.error(errorText(error));
      return false;
    }
  };
}

interface AddProps {
  itemId: string;
  tracks: readonly CaptionTrack[];
  onWrite: (made: NewLanguage) => void;
  onClose: () => void;
}

/** Adds captions of a language from a file, or lets the user write them. */
function AddLanguage({ itemId, tracks, onWrite, onClose }: AddProps): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const save = useSaveCaptions(itemId);
  const upload = async (made: NewLanguage, file: File): Promise<string | null> => {
    const read = await readCaptionFile(file, { video: t, common });
    if ("fault" in read) return read.fault;
    if (await save(made, read.vtt)) onClose();
    return null;
  };
  return <AddLanguageForm taken={tracks.map(({ language }) => language)} onWrite={onWrite} onUpload={upload} onClose={onClose} />;
}

/** The same in a dialog, for where the language of the captions is chosen. */
export function AddLanguageDialog(props: AddProps): ReactNode {
  const { t } = useTranslation("video");
  return (
    <Dialog title={t("captions.add")} size={420} onClose={props.onClose}>
      <AddLanguage {...props} />
    </Dialog>
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
      <bdi>{label || languageName(language)}</bdi>
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
