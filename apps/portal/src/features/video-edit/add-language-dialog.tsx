import { toasts } from "@stillreel/ui";
import { putCaptions } from "@stillreel/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { readCaptionFile } from "../../entities/captions/caption-files.ts";
import { cuesAsVtt } from "../../entities/captions/cues.plan.ts";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { AddLanguageForm, type NewLanguage } from "../../ui/captions/add-language-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { OpenCaptions } from "./open-video.ts";

interface Props {
  itemId: string;
  captions: readonly OpenCaptions[];
  /** Loads captions that the server has and the editor does not. */
  onAdded: () => Promise<void>;
  onClose: () => void;
}

/** Adds captions in another language: from a file, or with the times and texts of the first language, which the user then replaces. */
export function AddLanguageDialog({ itemId, captions, onAdded, onClose }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const [first] = captions;
  const save = async ({ language, label }: NewLanguage, vtt: string): Promise<void> => {
    try {
      await client.call(putCaptions, { params: { itemId, language }, body: { vtt, ...(label ? { label } : {}) } });
      await queryClient.invalidateQueries({ queryKey: ["items", "playback", itemId] });
      await onAdded();
      onClose();
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  const upload = async (made: NewLanguage, file: File): Promise<string | null> => {
    const read = await readCaptionFile(file, { video: t, common });
    if ("fault" in read) return read.fault;
    await save(made, read.vtt);
    return null;
  };
  return (
    <Dialog title={t("captions.add")} size={480} onClose={onClose}>
      <AddLanguageForm
        taken={captions.map(({ language }) => language)}
        writeLabel={first && t("captions.copyTexts", { language: first.label || first.language })}
        onWrite={first && ((made) => void save(made, cuesAsVtt(first.stored)))}
        onUpload={upload}
        onClose={onClose}
      />
    </Dialog>
  );
}
