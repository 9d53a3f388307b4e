import "@stillreel/ui/drawn-fonts.css";
import { EditorButton, EditorTextsProvider, ICON, ImageEditor, SavedState } from "@stillreel/editor/react";
import { IconArrowLeft } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../ui/use-page-title.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { AnnotateActions, copyNow } from "./annotate-actions.tsx";
import styles from "./annotate.module.css";
import { Banner } from "./banner.tsx";
import { ConflictDialog, GoneDialog } from "./conflict-dialog.tsx";
import type { GivenUp, OpenPicture } from "./open-picture.ts";
import { useBanners } from "./use-banners.tsx";
import { useDraftStorage, type DraftState } from "./use-draft-storage.ts";
import { useEditorTexts } from "./use-editor-texts.ts";
import { useRemoteChanges, type RemoteChange } from "./use-remote-changes.ts";
import { useSaveActions, useAnnounceOtherVersion, type SaveActions } from "./use-save-actions.ts";
import { useSaving, type Saving } from "./use-saving.ts";

interface Props {
  open: OpenPicture;
  userId: string;
  /** Whether this is the server's version that replaced a local drawing. */
  isAfterGivingUp: boolean;
  /** Navigates to the page of this item or another one. */
  goToItem: (item?: ItemView) => void;
  /** Reopens the picture; undo restores `givenUp`. */
  onReopen: (givenUp: GivenUp) => void;
}

/** The editor of one picture with saving, drafts and conflict handling. */
export function AnnotatePage({ open, userId, isAfterGivingUp, goToItem, onReopen }: Props): ReactNode {
  const { t } = useTranslation("annotate");
  const texts = useEditorTexts();
  const { editor } = open;
  const [keepsOriginal, setKeepsOriginal] = useState(true);
  const { item, draftState, saving, remoteChange, dismissRemoteChange } = usePersistence(open, userId, keepsOriginal);
  const actions = useSaveActions({ editor, userId, item, saving, keepsOriginal, goToItem });
  const obstacles = useObstacles(saving);
  usePageTitle(t("tabTitle", { title: item.title }));
  useAnnounceOtherVersion(editor, isAfterGivingUp);
  const copy = (): void => void copyNow(editor, { copied: t("copied"), failed: t("copyFailed") });
  const save = (): void => void actions.save();
  const banners = useBanners({
    open,
    remoteChange,
    draftState,
    keepsOriginal,
    isOffline: saving.obstacle === "offline",
    onRetry: save,
    onShowOther: () => (editor.getState().isChanged ? obstacles.ask("conflict") : onReopen(null)),
    onDismissRemoteChange: dismissRemoteChange,
  });

  return (
    <EditorTextsProvider texts={texts}>
      <main className={styles.page}>
        <ImageEditor
          editor={editor}
          start={<TopStart title={item.title} draftState={draftState} progress={saving.progress} onBack={() => goToItem()} />}
          actions={
            <AnnotateActions
              editor={editor}
              item={item}
              isSaving={saving.progress !== null}
              onCopy={copy}
              onShare={() => void actions.share()}
              onSave={save}
            />
          }
          sensitive={item.capture?.sensitive ?? null}
          keepOriginal={{ value: keepsOriginal, onChange: setKeepsOriginal }}
          banner={banners.length > 0 ? banners.map((banner) => <Banner key={banner.id} {...banner} />) : undefined}
          onSave={save}
          onCopy={copy}
        />
      </main>
      <Obstacles {...obstacles} saving={saving} actions={actions} onTakeOther={() => onReopen(editor.getState().document)} />
    </EditorTextsProvider>
  );
}

/** Drafts, saves and remote changes of one picture; they share the base version. */
function usePersistence(
  { editor, item: opened, draft }: OpenPicture,
  userId: string,
  keepsOriginal: boolean,
): { item: ItemView; draftState: DraftState; saving: Saving; remoteChange: RemoteChange; dismissRemoteChange: () => void } {
  const [item, setItem] = useState(opened);
  // A draft is compared with the version on which it was drawn.
  const version = useRef(draft?.baseVersion ?? opened.pictureVersion);
  const baseVersion = useCallback(() => version.current, []);
  // The message about an outdated draft was shown when the picture was opened.
  const seenVersion = useCallback(() => Math.max(version.current, opened.pictureVersion), [opened.pictureVersion]);
  const { state, settle } = useDraftStorage({ editor, userId, itemId: item.id, baseVersion });
  const { remoteChange, forget } = useRemoteChanges(item, seenVersion);
  const handleSaved = useCallback(
    async (saved: ItemView) => {
      version.current = saved.pictureVersion;
      setItem(saved);
      forget();
      await settle();
    },
    [forget, settle],
  );
  const saving = useSaving({ editor, item, baseVersion, keepsOriginal, onSaved: handleSaved });
  return { item, draftState: state, saving, remoteChange, dismissRemoteChange: forget };
}

type Asked = "conflict" | "gone" | null;

/** Returns the open question: about a failed save, or about viewing the other version. */
function useObstacles({ obstacle, clear }: Saving): { asked: Asked; ask: (asked: Asked) => void } {
  const [asked, ask] = useState<Asked>(null);
  useEffect(() => {
    if (obstacle === null || obstacle === "offline") return;
    ask(obstacle);
    clear();
  }, [obstacle, clear]);
  return { asked, ask };
}

interface ObstaclesProps {
  asked: Asked;
  ask: (asked: Asked) => void;
  saving: Saving;
  actions: SaveActions;
  onTakeOther: () => void;
}

function Obstacles({ asked, ask, saving, actions, onTakeOther }: ObstaclesProps): ReactNode {
  const isBusy = saving.progress !== null;
  const close = (): void => ask(null);
  if (asked === "gone") return <GoneDialog isBusy={isBusy} onSaveCopy={() => void actions.saveAsCopy(true)} onClose={close} />;
  if (asked === null) return null;
  return (
    <ConflictDialog
      isBusy={isBusy}
      onSaveBoth={() => void actions.saveAsCopy(false)}
      onTakeTheirs={onTakeOther}
      onReplace={() => {
        close();
        void actions.save(true);
      }}
      onClose={close}
    />
  );
}

interface TopStartProps {
  title: string;
  draftState: DraftState;
  progress: number | null;
  onBack: () => void;
}

/** Start of the top bar: back button, title, and save state. */
function TopStart({ title, draftState, progress, onBack }: TopStartProps): ReactNode {
  const { t } = useTranslation("annotate");
  return (
    <>
      <EditorButton label={t("back")} icon={<IconArrowLeft {...ICON} className={styles.mirrored} />} isIconOnly onPress={onBack} />
      <h1 className={styles.title} title={title}>
        <bdi>{title}</bdi>
      </h1>
      <DraftSign state={draftState} progress={progress} />
    </>
  );
}

function DraftSign({ state, progress }: { state: DraftState; progress: number | null }): ReactNode {
  const { t } = useTranslation("annotate");
  if (progress !== null) return <SavedState state="saving" text={t("saving", { percent: Math.round(progress * 100) })} />;
  switch (state) {
    case "clean":
      return <SavedState state="saved" />;
    case "pending":
      return <SavedState state="saving" text={t("draft.saving")} />;
    case "kept":
      return <SavedState state="draft" />;
    case "lost":
      return <SavedState state="failed" text={t("draft.lost")} />;
  }
}
