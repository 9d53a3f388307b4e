import "@stillreel/ui/drawn-fonts.css";
import { isApiError } from "@stillreel/client";
import { addEditAsset, putCaptions, type ClientResult, type EditAsset, type EditSource } from "@stillreel/contract";
import { EditorButton, EditorMenu, ICON, SavedState } from "@stillreel/editor/react";
import { EditorTextsProvider } from "@stillreel/editor/parts";
import { toasts } from "@stillreel/ui";
import { correctedSegments, removedChapters, type Word } from "@stillreel/video-editor/core";
import {
  EffectControls,
  FramePanel,
  VideoEditorTextsProvider,
  VideoEditorView,
  VideoStage,
  WordsPanel,
} from "@stillreel/video-editor/react";
import { IconArrowLeft, IconDots } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText, queryClient, refusalText } from "../../platform/api.ts";
import { cuesAsVtt } from "../../entities/captions/cues.plan.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { refreshTranscript, saveTranscript } from "../../entities/transcripts/transcript.queries.ts";
import { useNotice, useTranscript, useWriteTranscript } from "../../entities/transcripts/use-transcript.ts";
import { sendForm } from "../../platform/send-form.ts";
import { NoticeDialog } from "../../ui/transcript/notice-dialog.tsx";
import { WriteForm } from "../../ui/transcript/write-form.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AddLanguageDialog } from "./add-language-dialog.tsx";
import type { DraftState } from "./draft-keeper.ts";
import { ConflictDialog, LostChaptersDialog, MissingLettersDialog } from "./edit-dialogs.tsx";
import { JoinDialog } from "./join-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { loadEdits, type OpenCaptions, type OpenVideo } from "./open-video.ts";
import { useLiveVideo } from "./use-live-video.ts";
import { useNotes } from "./use-notes.tsx";
import { useSaving, type Saving } from "./use-saving.ts";
import { useVideoTexts } from "./use-video-texts.ts";
import { VersionsPanel } from "./versions-panel.tsx";
import styles from "./video-edit.module.css";

interface Props {
  open: OpenVideo;
  /** Opens the page of this video. */
  goToItem: (item?: ItemView) => void;
}

/** The editor of one video with its draft, saving and versions. */
export function VideoEditPage({ open, goToItem }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const texts = useVideoTexts();
  const { item, editor, keeper } = open;
  const saving = useSaving(open, goToItem);
  const questions = useQuestions(open, saving);
  const joining = useChoice<EditSource>();
  const picturing = useChoice<EditAsset>();
  const [isAdding, setAdding] = useState(false);
  usePageTitle(t("tabTitle", { title: item.title }));
  useEffect(() => keeper.start(), [keeper]);
  const live = useLiveVideo(open);
  const notes = useNotes(open, live);
  const { captions, replaceCaptions, findCaptions } = live;
  const tracks = useMemo(() => captions.map((track) => trackOf(item.id, track, replaceCaptions)), [captions, item.id, replaceCaptions]);
  const refresh = useCallback(() => {
    void loadEdits(item.id).then(({ source, joined, assets }) => editor.refresh([source, ...joined], assets));
  }, [editor, item.id]);
  return (
    <EditorTextsProvider texts={texts.parts}>
      <VideoEditorTextsProvider texts={texts.video}>
        <main className={styles.page}>
          <VideoEditorView
            editor={editor}
            start={<TopStart title={item.title} open={open} onBack={() => goToItem()} />}
            actions={<TopEnd saving={saving} onSave={questions.save} />}
            banner={notes}
            stage={<VideoStage onExpired={refresh} />}
            effectPanel={<EffectControls />}
            framePanel={<FramePanel onUpload={(file) => upload(item.id, file)} onChoosePicture={picturing.choose} />}
            versionsPanel={<VersionsPanel item={item} onRestored={() => goToItem()} />}
            wordsPanel={<Words open={open} />}
            captions={tracks}
            onAddLanguage={() => setAdding(true)}
            onUpload={(file) => upload(item.id, file)}
            onChoosePicture={picturing.choose}
            onChooseItem={joining.choose}
            onSave={questions.save}
          />
        </main>
        {questions.dialog}
        {saving.letters && (
          <MissingLettersDialog letters={saving.letters.missing} onSave={saving.letters.onSave} onClose={saving.letters.onClose} />
        )}
        {isAdding && <AddLanguageDialog itemId={item.id} captions={captions} onAdded={findCaptions} onClose={() => setAdding(false)} />}
        {joining.finish && <JoinDialog item={item} editor={editor} onChoose={joining.finish} onClose={() => joining.finish?.(null)} />}
        {picturing.finish && <PictureDialog item={item} onChoose={picturing.finish} onClose={() => picturing.finish?.(null)} />}
      </VideoEditorTextsProvider>
    </EditorTextsProvider>
  );
}

/** The words of the video, and the form that lets the server write them. */
function Words({ open: { item, shown } }: { open: OpenVideo }): ReactNode {
  const { t } = useTranslation("video-edit");
  const transcript = useTranscript(item.id);
  const { ask, asked } = useNotice();
  const write = useWriteTranscript(item.id, { ask });
  const given = useMemo(
    () => (transcript?.state === "ready" ? { language: transcript.language, segments: transcript.unedited ?? transcript.segments } : null),
    [transcript],
  );
  const correct = async (word: Word, text: string): Promise<boolean> => {
    if (!given || !transcript) return false;
    try {
      const times = transcript.unedited ? "unedited" : "shown";
      await saveTranscript(item.id, { version: transcript.version, times, segments: correctedSegments(given, word, text) });
      return true;
    } catch (error) {
      toasts.error(isApiError(error, "edit-conflict") ? t("wordsChanged") : errorText(error));
      await refreshTranscript(item.id);
      return false;
    }
  };
  return (
    <>
      <WordsPanel
        transcript={given}
        shown={transcript?.unedited ? null : shown}
        empty={
          transcript && (
            <div className={styles.write}>
              <WriteForm transcript={transcript} onWrite={(language) => write(transcript, language)} />
            </div>
          )
        }
        onCorrect={correct}
      />
      {asked && <NoticeDialog {...asked} />}
    </>
  );
}

/** Uploads a file for the edits. A failure is shown. */
async function upload(itemId: string, file: File): Promise<EditAsset | null> {
  const form = new FormData();
  form.set("file", file);
  const url = `/api/v1${addEditAsset.path.replace("{itemId}", itemId)}`;
  try {
    return await sendForm<ClientResult<typeof addEditAsset>>({ method: "POST", url, form });
  } catch (error) {
    toasts.error(refusalText(error));
    return null;
  }
}

/** Captions with a function that stores changed texts. They are stored with their times in the video behind the link. */
function trackOf(itemId: string, track: OpenCaptions, onSaved: (track: OpenCaptions) => void) {
  const { language, label, stored, cues } = track;
  const changed = <T extends { text: string }>(all: readonly T[], texts: ReadonlyMap<number, string>): T[] =>
    all.map((cue, index) => ({ ...cue, text: texts.get(index) ?? cue.text })).filter(({ text }) => text.trim() !== "");
  return {
    language,
    label,
    cues,
    onSave: async (texts: ReadonlyMap<number, string>): Promise<boolean> => {
      const next = changed(stored, texts);
      try {
        await client.call(putCaptions, { params: { itemId, language }, body: { label, vtt: cuesAsVtt(next) } });
        onSaved({ ...track, stored: next, cues: changed(cues, texts) });
        await queryClient.invalidateQueries({ queryKey: ["items", "playback", itemId] });
        return true;
      } catch (error) {
        toasts.error(errorText(error));
        return false;
      }
    },
  };
}

/** The dialogs that come before or after saving, and the function that saves. */
function useQuestions({ editor, keeper }: OpenVideo, saving: Saving): { dialog: ReactNode; save: () => void } {
  const [lost, setLost] = useState<readonly string[]>([]);
  const [isHidden, setHidden] = useState(false);
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => setHidden(false), [state]);
  const save = (): void => {
    const { document: edits, chapters } = editor.getState();
    const names = removedChapters(edits, chapters, editor.lengthOf(undefined));
    if (state === "conflict") setHidden(false);
    else if (names.length > 0) setLost(names);
    else void saving.save();
  };
  const dialog =
    state === "conflict" && !isHidden ? (
      <ConflictDialog
        isBusy={saving.isBusy}
        onTakeTheirs={() => void saving.takeTheirs()}
        onSaveCopy={() => void saving.saveMineAsCopy()}
        onClose={() => setHidden(true)}
      />
    ) : lost.length > 0 ? (
      <LostChaptersDialog
        names={lost}
        onSave={() => {
          setLost([]);
          void saving.save();
        }}
        onClose={() => setLost([])}
      />
    ) : null;
  return { dialog, save };
}

/** A dialog as a function that resolves to the choice, or to null when it is closed without one. `finish` is set while it is open. */
function useChoice<T>(): { choose: () => Promise<T | null>; finish: ((chosen: T | null) => void) | null } {
  const resolve = useRef<(chosen: T | null) => void>(undefined);
  const [isOpen, setOpen] = useState(false);
  const finish = (chosen: T | null): void => {
    setOpen(false);
    resolve.current?.(chosen);
  };
  return {
    choose: () =>
      new Promise((done) => {
        resolve.current = done;
        setOpen(true);
      }),
    finish: isOpen ? finish : null,
  };
}

function TopStart({ title, open: { keeper }, onBack }: { title: string; open: OpenVideo; onBack: () => void }): ReactNode {
  const { t } = useTranslation("video-edit");
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  return (
    <>
      <EditorButton label={t("back")} icon={<IconArrowLeft {...ICON} className={styles.mirrored} />} isIconOnly onPress={onBack} />
      <h1 className={styles.title} title={title}>
        <bdi>{title}</bdi>
      </h1>
      <SavedState state={SIGNS[state]} text={t(`draft.${state === "conflict" ? "failed" : state}`)} />
    </>
  );
}

const SIGNS = { saved: "draft", saving: "saving", offline: "waiting", conflict: "failed", failed: "failed" } as const satisfies Record<
  DraftState,
  string
>;

/** Discard, Save as copy and Save video. On phones the first two are in a menu. */
function TopEnd({ saving, onSave }: { saving: Saving; onSave: () => void }): ReactNode {
  const { t } = useTranslation("video-edit");
  const copy = (): void => void saving.saveCopy();
  return (
    <>
      <span className={styles.wide}>
        <EditorButton label={t("discard")} onPress={saving.discard} />
        <EditorButton label={t("saveCopy")} variant="default" isDisabled={saving.isBusy} onPress={copy} />
      </span>
      <span className={styles.narrow}>
        <EditorMenu
          label={t("more")}
          icon={<IconDots {...ICON} />}
          isIconOnly
          entries={[
            { label: t("saveCopy"), onSelect: copy },
            { label: t("discard"), onSelect: saving.discard },
          ]}
        />
      </span>
      <EditorButton label={t("save")} variant="filled" isBusy={saving.isBusy} onPress={onSave} />
    </>
  );
}
