import { IconArchive, IconCopy, IconDownload, IconFolder, IconLink, IconShare3 } from "@tabler/icons-react";
import {
  EditorButton,
  EditorMenu,
  type EditorMenuEntry,
  ICON,
  ImageEditor,
  keyHint,
  SavedState,
  type SavedStateName,
} from "@stillreel/editor/react";
import type { Editor } from "@stillreel/editor/core";
import { type ReactNode, useEffect, useState } from "react";
import { send } from "../../core/messages.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { hasUnsavedDrawing } from "../../core/retention.plan.ts";
import { fileNameOf } from "../../../shared/data/file-name.ts";
import type { FileFormat } from "../../core/file-format.ts";
import type { FolderChoice } from "../../../shared/data/account.ts";
import { t } from "../../../shared/data/i18n.ts";
import type { Preferences } from "../../../shared/data/preferences.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { StoredCapturesSheet } from "./stored-captures-sheet.tsx";
import type { LoadedCapture } from "./load-capture.ts";
import { TitleField } from "./title-field.tsx";
import { type EditorActions, useActions } from "./use-actions.ts";
import { type EditedCapture, useCapture, useDraft, useLeaveWarning } from "./use-capture.ts";
import { useFolders } from "./use-folders.ts";
import { useShortfallBanner } from "./use-shortfall-banner.tsx";
import { useToast } from "./use-toast.tsx";

const FORMATS: readonly FileFormat[] = ["png", "jpg", "pdf", "a4"];

/** Returns the download formats, the preferred one first. A preferred PDF means one page. */
function downloadEntries(preferred: FileFormat, actions: EditorActions): EditorMenuEntry[] {
  const formats = [preferred, ...FORMATS.filter((format) => format !== preferred)];
  return formats.map((format) => ({ label: t(`editorPage.formats.${format}`), onSelect: () => actions.download(format) }));
}

function folderEntries(folders: readonly FolderChoice[], { capture, describe }: EditedCapture): EditorMenuEntry[] {
  const choose = (folderId: string | null) => () => describe({ workspaceId: null, folderId });
  const isElsewhere = capture.workspaceId != null;
  // A capture that is already in a workspace is moved there; here it only keeps its target.
  if (isElsewhere && capture.item !== null)
    return [{ heading: t("editorPage.folder.heading") }, { label: t("saveIn.unknown"), isChecked: true, onSelect: () => {} }];
  return [
    { heading: t("editorPage.folder.heading") },
    ...(isElsewhere ? [{ label: t("saveIn.unknown"), isChecked: true, onSelect: () => {} }] : []),
    { label: t("editorPage.folder.root"), isChecked: !isElsewhere && capture.folderId === null, onSelect: choose(null) },
    ...folders.map(({ id, name, depth }) => ({
      label: `${"\u2003".repeat(depth)}${name}`,
      isChecked: !isElsewhere && capture.folderId === id,
      onSelect: choose(id),
    })),
  ];
}

interface ActionsProps {
  edited: EditedCapture;
  actions: EditorActions;
  preferences: Preferences;
  folders: readonly FolderChoice[];
}

function Actions({ edited, actions, preferences, folders }: ActionsProps): ReactNode {
  const { sending, making } = actions;
  return (
    <>
      <EditorButton
        label={t("editorPage.copy")}
        icon={<IconCopy {...ICON} />}
        hint={keyHint("mod+C")}
        isBusy={making === "copy"}
        onPress={actions.copyPicture}
      />
      <EditorMenu
        label={t("editorPage.download")}
        icon={<IconDownload {...ICON} />}
        isBusy={making === "download"}
        entries={downloadEntries(preferences.downloadFormat, actions)}
      />
      {folders.length > 0 && (
        <EditorMenu
          isIconOnly
          label={t("editorPage.folder.choose")}
          icon={<IconFolder {...ICON} />}
          entries={folderEntries(folders, edited)}
        />
      )}
      <EditorButton label={t("editorPage.share")} icon={<IconShare3 {...ICON} />} isBusy={sending === "share"} onPress={actions.share} />
      <EditorButton variant="default" label={t("editorPage.save")} isBusy={sending === "save"} onPress={actions.save} />
      <EditorButton
        variant="filled"
        label={t("editorPage.copyLink")}
        icon={<IconLink {...ICON} />}
        isBusy={sending === "link"}
        onPress={actions.copyLink}
      />
    </>
  );
}

/** Returns where the picture and its annotations are stored now. */
function stateOf(capture: StoredCapture, isChanged: boolean, isSaved: boolean, isSending: boolean): SavedStateName {
  const { state } = capture.upload;
  if (!isSaved) return "unsaved";
  if (state === "sending" || isSending) return "saving";
  if (state === "waiting") return "waiting";
  if (state === "failed") return "failed";
  return state === "done" && !isChanged && !hasUnsavedDrawing(capture) ? "saved" : "draft";
}

function useIsChanged(editor: Editor): boolean {
  const [isChanged, setChanged] = useState(editor.getState().isChanged);
  useEffect(() => editor.subscribe(() => setChanged(editor.getState().isChanged)), [editor]);
  return isChanged;
}

/** Sends waiting captures, also of other tabs, as soon as this machine is online again. */
function useOnline(): void {
  useEffect(() => {
    const run = (): void => void send("capture.retry", {}).catch(() => null);
    addEventListener("online", run);
    return () => removeEventListener("online", run);
  }, []);
}

interface EditorPageProps {
  loaded: LoadedCapture;
  editor: Editor;
  preferences: Preferences;
  onOpen(id: string): void;
}

/** One capture in the editor, with all its actions. */
export function EditorPage({ loaded, editor, preferences, onOpen }: EditorPageProps): ReactNode {
  const edited = useCapture(loaded.capture, loaded.isStored);
  const { capture, change, describe, isStored } = edited;
  const draft = useDraft(capture.id, editor, isStored);
  const { showMessage, toast } = useToast();
  const actions = useActions({ edited, editor, base: loaded.picture, showMessage });
  const folders = useFolders();
  const isChanged = useIsChanged(editor);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const shortfall = useShortfallBanner(capture);
  const isSaved = isStored && draft.isSaved;
  useLeaveWarning(!isSaved);
  useOnline();
  useEffect(() => {
    document.title = t("editorPage.tabTitle", { title: capture.title });
  }, [capture.title]);

  const rename = (title: string): void => {
    const takenAt = new Date(capture.createdAt);
    describe({ title, fileName: fileNameOf(preferences.fileNamePattern, { title, pageUrl: capture.pageUrl, takenAt }) });
  };
  const start = (
    <>
      <EditorButton isIconOnly label={t("editorPage.kept.open")} icon={<IconArchive {...ICON} />} onPress={() => setSheetOpen(true)} />
      <TitleField title={capture.title} pageUrl={capture.pageUrl} onChange={rename} />
      <SavedState
        state={stateOf(capture, isChanged, isSaved, actions.sending !== null)}
        text={isSaved ? undefined : t("editorPage.notKept")}
      />
    </>
  );
  return (
    <>
      <main className="page">
        <h1 className="visually-hidden">{capture.title}</h1>
        <ImageEditor
          editor={editor}
          start={start}
          actions={<Actions edited={edited} actions={actions} preferences={preferences} folders={folders} />}
          sensitive={capture.record.sensitive ?? null}
          keepOriginal={{ value: capture.keepOriginal, onChange: (keepOriginal) => change({ keepOriginal }) }}
          banner={isSaved ? shortfall : <p className="banner-text">{t("editorPage.diskFull")}</p>}
          onSave={actions.save}
          onCopy={actions.copyPicture}
        />
      </main>
      {isSheetOpen && <StoredCapturesSheet currentId={capture.id} onOpen={onOpen} onClose={() => setSheetOpen(false)} />}
      {actions.isConflict && (
        <ConflictDialog onSaveBoth={actions.saveBoth} onReplace={actions.replaceTheirs} onClose={actions.decideLater} />
      )}
      {toast}
    </>
  );
}
