import type { Editor } from "@stillreel/editor/core";
import { EditorButton, EditorMenu, ICON, keyHint } from "@stillreel/editor/react";
import { toasts } from "@stillreel/ui";
import { IconCopy, IconDownload, IconShare3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preferencesQuery } from "../../entities/people/account.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./annotate.module.css";
import { copyPicture, FILE_FORMATS, fileOf, saveFile, type FileFormat } from "./save-file.ts";

interface Props {
  editor: Editor;
  item: ItemView;
  isSaving: boolean;
  onCopy: () => void;
  onShare: () => void;
  onSave: () => void;
}

/** Actions at the end of the top bar: Copy, Download, Share, Save. */
export function AnnotateActions({ editor, item, isSaving, onCopy, onShare, onSave }: Props): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <>
      <EditorButton label={t("copy")} icon={<IconCopy {...ICON} />} hint={keyHint("mod+C")} variant="quiet" onPress={onCopy} />
      <DownloadNow editor={editor} item={item} />
      <EditorButton
        label={t("share")}
        icon={<IconShare3 {...ICON} className={styles.mirrored} />}
        variant="default"
        isBusy={isSaving}
        onPress={onShare}
      />
      <EditorButton label={t("save")} variant="filled" isBusy={isSaving} onPress={onSave} />
    </>
  );
}

/** Downloads the current drawing; the preferred format comes first. */
function DownloadNow({ editor, item }: Pick<Props, "editor" | "item">): ReactNode {
  const { t } = useTranslation("annotate");
  const { data: preferences } = useQuery(preferencesQuery);
  const [isMaking, setMaking] = useState(false);
  const preferred = preferences?.downloadFormat;
  const formats = [...FILE_FORMATS.filter((format) => format === preferred), ...FILE_FORMATS.filter((format) => format !== preferred)];
  const download = async (format: FileFormat): Promise<void> => {
    setMaking(true);
    try {
      saveFile(await fileOf(editor, format), item.fullFileName, format);
    } catch {
      toasts.error(t("makeFailed"));
    } finally {
      setMaking(false);
    }
  };
  return (
    <EditorMenu
      label={t("download")}
      icon={<IconDownload {...ICON} />}
      variant="quiet"
      isBusy={isMaking}
      entries={formats.map((format) => ({ label: t(`formats.${format}`), onSelect: () => void download(format) }))}
    />
  );
}

/** Copies the current drawing and shows a message. */
export async function copyNow(editor: Editor, messages: { copied: string; failed: string }): Promise<void> {
  try {
    await copyPicture(editor);
    toasts.show(messages.copied, { tone: "done" });
  } catch {
    toasts.error(messages.failed);
  }
}
