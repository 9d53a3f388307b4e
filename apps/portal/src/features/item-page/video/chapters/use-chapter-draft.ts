import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { useCallback, useMemo, useState } from "react";
import { errorText } from "../../../../platform/api.ts";
import { offerUndo } from "../../../../entities/undo/undo.ts";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { saveChapters, type Chapter } from "../watch.queries.ts";
import { brokenRules, inOrder, isSameChapters, plainChapters, withinVideo, type DraftChapter } from "./chapters.plan.ts";

let keys = 0;
const keyed = (chapters: readonly Chapter[]): DraftChapter[] =>
  chapters.map(({ timestamp, name }) => ({ timestamp, name, key: `chapter-${(keys += 1)}` }));

/** Chapters in edit mode with their actions. Nothing is sent before `save`. */
export interface ChapterDraft {
  chapters: readonly DraftChapter[];
  isDirty: boolean;
  isSaving: boolean;
  broken: ReturnType<typeof brokenRules>;
  /** Adds a chapter at a second and returns its key. */
  add(seconds: number): string;
  rename(key: string, name: string): void;
  /** Moves a chapter; others keep their times. `settle` sorts the list. */
  moveTo(key: string, seconds: number): void;
  settle(): void;
  remove(key: string): void;
  replaceAll(chapters: readonly Chapter[]): void;
  reset(): void;
  /** Saves the chapters. The first list that viewers may see is switched on. */
  save(): Promise<void>;
}

/** Starts with the item's chapters, and follows remote changes while nothing was edited here. */
export function useChapterDraft(item: ItemView, durationS: number | null): ChapterDraft {
  const [draft, setDraft] = useState<readonly DraftChapter[] | null>(null);
  const [isSaving, setSaving] = useState(false);
  const known = useMemo(() => keyed(item.chapters), [item.chapters]);
  const chapters = draft ?? known;
  const change = useCallback(
    (edit: (chapters: readonly DraftChapter[]) => readonly DraftChapter[]) => setDraft((before) => edit(before ?? known)),
    [known],
  );
  const removeAt = (key: string): void => {
    const gone = chapters.find((chapter) => chapter.key === key);
    change((now) => now.filter((chapter) => chapter.key !== key));
    if (!gone) return;
    offerUndo(i18next.t("video:chapters.removed"), i18next.t("video:undo"), async () => change((now) => inOrder([...now, gone])));
  };
  const save = async (): Promise<void> => {
    const before = item.chapters;
    setSaving(true);
    try {
      const isFirstComplete = brokenRules(before, durationS).length > 0 && brokenRules(chapters, durationS).length === 0;
      // Before, there was nothing to switch on.
      await saveChapters(item, { chapters: plainChapters(chapters), ...(isFirstComplete && { enabled: true }) });
      setDraft(null);
      offerUndo(i18next.t("video:chapters.saved"), i18next.t("video:undo"), () => putBack(item, before));
    } catch (error) {
      toasts.error(errorText(error));
    } finally {
      setSaving(false);
    }
  };
  return {
    chapters,
    isDirty: draft !== null && !isSameChapters(draft, item.chapters),
    isSaving,
    broken: brokenRules(chapters, durationS),
    add: (seconds) => {
      const [made] = keyed([{ timestamp: withinVideo(seconds, durationS), name: "" }]);
      if (!made) return "";
      change((now) => inOrder([...now, made]));
      return made.key;
    },
    rename: (key, name) => change((now) => now.map((chapter) => (chapter.key === key ? { ...chapter, name } : chapter))),
    moveTo: (key, seconds) =>
      change((now) => now.map((chapter) => (chapter.key === key ? { ...chapter, timestamp: withinVideo(seconds, durationS) } : chapter))),
    settle: () => change(inOrder),
    remove: removeAt,
    replaceAll: (next) => setDraft(keyed(inOrder(next))),
    reset: () => setDraft(null),
    save,
  };
}

async function putBack(item: ItemView, chapters: readonly Chapter[]): Promise<void> {
  try {
    // An empty list cannot be visible.
    await saveChapters(item, { chapters: plainChapters(chapters), enabled: item.chaptersEnabled && chapters.length > 0 });
  } catch (error) {
    toasts.error(errorText(error));
  }
}
