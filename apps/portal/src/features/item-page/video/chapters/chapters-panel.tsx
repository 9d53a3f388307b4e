import { Button, SegmentedControl, Switch } from "@mantine/core";
import { CHAPTER_MIN_S, CHAPTER_NAME_MAX, CHAPTERS_MAX, CHAPTERS_MIN, CHAPTERS_VIDEO_MIN_S } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import type { PlayerHandle, Storyboard } from "@stillreel/watch/core";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../../platform/api.ts";
import { cacheItem } from "../../../../entities/items/items.queries.ts";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { saveChapters, type Chapter } from "../watch.queries.ts";
import { ChapterList, ReadList } from "./chapter-list.tsx";
import { ChapterText } from "./chapter-text.tsx";
import { ChapterTimeline } from "./chapter-timeline.tsx";
import { brokenRules, type ChapterRule } from "./chapters.plan.ts";
import styles from "./chapters.module.css";
import { useChapterDraft, type ChapterDraft } from "./use-chapter-draft.ts";

interface Props {
  item: ItemView;
  handle: PlayerHandle | null;
  /** Duration of the video according to the player, in seconds. */
  durationS: number | null;
  storyboard: Storyboard | null;
  /** Shows edited chapters on the player's timeline; null shows the saved ones. */
  onPreview: (chapters: readonly Chapter[] | null) => void;
}

/** The chapters of a video; with write permission editable as list, timeline or text. */
export function ChaptersPanel(props: Props): ReactNode {
  const { item, handle, storyboard, durationS } = props;
  const { t } = useTranslation("video");
  if (item.permission.write && !item.trash) return <Editor {...props} />;
  if (!item.chaptersEnabled || item.chapters.length === 0) return <p className={styles.hint}>{t("chapters.none")}</p>;
  return <ReadList chapters={item.chapters} handle={handle} storyboard={storyboard} durationS={durationS} />;
}

function Editor({ item, handle, durationS, storyboard, onPreview }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const [view, setView] = useState("list");
  const draft = useChapterDraft(item, durationS);
  const { chapters, isDirty } = draft;
  useEffect(() => {
    onPreview(isDirty ? chapters : null);
    return () => onPreview(null);
  }, [chapters, isDirty, onPreview]);
  return (
    <>
      <OnSwitch item={item} durationS={durationS} />
      <SegmentedControl
        className={styles.views}
        aria-label={t("chapters.view")}
        value={view}
        onChange={setView}
        data={[
          { value: "list", label: t("chapters.asList") },
          { value: "text", label: t("chapters.asText") },
        ]}
      />
      {view === "list" ? (
        <>
          {durationS !== null && chapters.length > 0 && <ChapterTimeline draft={draft} durationS={durationS} />}
          <ChapterList draft={draft} handle={handle} durationS={durationS} storyboard={storyboard} />
        </>
      ) : (
        <ChapterText draft={draft} />
      )}
      <Rules draft={draft} />
      <div className={styles.save}>
        <Button disabled={!isDirty || draft.isSaving || !canSave(item, draft)} loading={draft.isSaving} onClick={() => void draft.save()}>
          {t("chapters.save")}
        </Button>
        {isDirty && (
          <Button variant="quiet" onClick={draft.reset}>
            {common("actions.cancel")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Hidden chapters may be incomplete: they only need names. */
const canSave = (item: ItemView, { broken }: ChapterDraft): boolean =>
  item.chaptersEnabled ? broken.length === 0 : broken.every(({ rule }) => !NEEDED.has(rule));
const NEEDED: ReadonlySet<ChapterRule> = new Set(["name", "nameLength", "tooMany"]);

/** Switches the visibility of chapters for viewers. Applies immediately. */
function OnSwitch({ item, durationS }: { item: ItemView; durationS: number | null }): ReactNode {
  const { t } = useTranslation("video");
  const broken = brokenRules(item.chapters, durationS);
  const toggle = async (enabled: boolean): Promise<void> => {
    cacheItem({ ...item, chaptersEnabled: enabled });
    try {
      await saveChapters(item, { enabled });
    } catch (error) {
      cacheItem(item);
      toasts.error(errorText(error));
    }
  };
  return (
    <div className={styles.switch}>
      <label htmlFor="chapters-on">
        <b>{t(item.chaptersEnabled ? "chapters.on" : "chapters.off")}</b>
        <span>{t("chapters.onText")}</span>
      </label>
      <Switch
        id="chapters-on"
        checked={item.chaptersEnabled}
        disabled={!item.chaptersEnabled && broken.length > 0}
        aria-describedby="chapter-rules"
        onChange={(event) => void toggle(event.currentTarget.checked)}
      />
    </div>
  );
}

const VALUES = {
  min: CHAPTERS_MIN,
  max: CHAPTERS_MAX,
  seconds: CHAPTER_MIN_S,
  video: CHAPTERS_VIDEO_MIN_S,
  characters: CHAPTER_NAME_MAX,
};

/** The rules, or the first violated one when chapters exist. A video that is too short for chapters says so, which is no error yet. */
function Rules({ draft: { broken, chapters } }: { draft: ChapterDraft }): ReactNode {
  const { t } = useTranslation("video");
  const [first] = broken;
  const hasChapters = chapters.length > 0;
  const isNamed = first !== undefined && (hasChapters || first.rule === "videoLength");
  return (
    <p id="chapter-rules" className={styles.rules} data-broken={(isNamed && hasChapters) || undefined} role="status">
      {isNamed ? t(`chapters.rules.${first.rule}`, { ...VALUES, number: (first.index ?? 0) + 1 }) : t("chapters.rules.all", VALUES)}
    </p>
  );
}
