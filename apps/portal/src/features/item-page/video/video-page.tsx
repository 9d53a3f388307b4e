import { Button } from "@mantine/core";
import { ICON, Strip } from "@stillreel/ui";
import { parseStart, type CaptionTrack, type PlayerHandle } from "@stillreel/watch/core";
import { useDiscussion, usePins } from "@stillreel/watch/discussion";
import { Player, WatchTextsProvider } from "@stillreel/watch/player";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  startTransition,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import { Description } from "../description.tsx";
import { ItemDiscussion, useItemDiscussion } from "../item-discussion.tsx";
import { ItemFrame, PanelTabs, useTrashing, type PanelTab } from "../item-frame.tsx";
import { reportVisit } from "../report-visit.ts";
import { useItemPreview } from "../item-preview.ts";
import { useWatchTexts } from "../use-watch-texts.ts";
import { takeFrame } from "../../../entities/boards/video-frame.ts";
import { cancelSaving } from "../../../entities/items/cancel-saving.ts";
import { startDownload } from "../../../entities/items/item-downloads.ts";
import { downloadUrl } from "../../../entities/items/item-links.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import type { NewLanguage } from "../../../ui/captions/add-language-form.tsx";
import { OwnerLine } from "./owner-line.tsx";
import { usePlaybackVersion } from "./use-playback-version.ts";
import { useDuration } from "./use-player-time.ts";
import { VideoActions } from "./video-actions.tsx";
import styles from "./video-page.module.css";
import { loadPlayback, playbackQuery, toggleLike, type Chapter } from "./watch.queries.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { lazyView } from "../../../platform/lazy-view.ts";

const ChaptersPanel = lazyView(() => import("./chapters/chapters-panel.tsx"), "ChaptersPanel");
const TranscriptPanel = lazyView(() => import("./transcript/transcript-panel.tsx"), "TranscriptPanel", ["transcript"]);
const StatsPanel = lazyView(() => import("./stats/stats-panel.tsx"), "StatsPanel");
const AddLanguageDialog = lazyView(() => import("./manage/captions-section.tsx"), "AddLanguageDialog");
const ManagePanel = lazyView(() => import("./manage/manage-panel.tsx"), "ManagePanel");

const NO_TRACKS: readonly CaptionTrack[] = [];

/** Page of one video: player with timeline, comments, chapters, statistics and management. */
export function VideoPage({ item }: { item: ItemView }): ReactNode {
  const [handle, setHandle] = useState<PlayerHandle | null>(null);
  const takeHandle = useCallback((next: PlayerHandle | null) => startTransition(() => setHandle(next)), []);
  const [isWide, setWide] = useState(false);
  const [tab, setTab] = useState(() => new URLSearchParams(location.search).get("panel") ?? "comments");
  const [edited, setEdited] = useState<readonly Chapter[] | null>(null);
  const [ticks, setTicks] = useState<readonly number[]>([]);
  const discussion = useItemDiscussion(item.id);
  const duration = useDuration(handle) ?? item.duration;
  const adding = useAddLanguage(item, () => setTab("manage"));
  // The panel follows the rest of the page in a separate render: both in one task would block a phone.
  const hasPanel = useDeferredValue(true, false);
  return (
    <ItemFrame
      item={item}
      isWide={isWide}
      takeFrame={() => takeFrame(handle?.video ?? null)}
      actions={<VideoActions item={item} handle={handle} durationS={duration} />}
      panel={
        hasPanel && (
          <VideoPanel
            item={item}
            handle={handle}
            durationS={duration}
            discussion={discussion}
            adding={adding}
            tab={tab}
            onTab={setTab}
            onPreview={setEdited}
            onTicks={setTicks}
          />
        )
      }
    >
      <section className={styles.stage} data-chapters={(item.chaptersEnabled && item.chapters.length > 0) || undefined}>
        <VideoPlayer
          item={item}
          discussion={discussion}
          chapters={edited}
          ticks={ticks}
          isWide={isWide}
          onWide={setWide}
          onHandle={takeHandle}
          onComments={() => setTab("comments")}
          onAddLanguage={adding.open}
        />
        <div className={styles.below}>
          {item.updating !== null && <Updating item={item} part={item.updating} />}
          {item.stage === "failed" && <Failed item={item} />}
          <OwnerLine item={item} />
          <Description item={item} />
        </div>
      </section>
      {adding.dialog}
    </ItemFrame>
  );
}

type Discussion = ReturnType<typeof useItemDiscussion>;

/** Adding captions in another language, for users who may change the video: from a file, or written in the management tab. */
interface AddingLanguage {
  /** Null for other users. */
  open: (() => void) | null;
  dialog: ReactNode;
  /** The language that is written in the management tab. */
  written: NewLanguage | null;
}

function useAddLanguage(item: ItemView, onWrite: () => void): AddingLanguage {
  const [isOpen, setOpen] = useState(false);
  const [written, setWritten] = useState<NewLanguage | null>(null);
  const open = (): void => {
    // A dialog is not visible over a video in full screen.
    if (document.fullscreenElement) void document.exitFullscreen();
    setOpen(true);
  };
  return {
    open: canWriteTo(item) ? open : null,
    written,
    dialog: isOpen && (
      <Suspense>
        <AddLanguage
          itemId={item.id}
          onWrite={(made) => {
            setOpen(false);
            setWritten(made);
            onWrite();
          }}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

/** The dialog with the languages that the video has. */
function AddLanguage(props: Omit<ComponentProps<typeof AddLanguageDialog>, "tracks">): ReactNode {
  const { data: playback } = useQuery(playbackQuery(props.itemId));
  return <AddLanguageDialog {...props} tracks={playback?.captions ?? NO_TRACKS} />;
}

const canWriteTo = (item: ItemView): boolean => item.permission.write && !item.trash;

interface PlayerProps {
  item: ItemView;
  discussion: Discussion;
  /** Edited chapters that replace the saved ones on the timeline. */
  chapters: readonly Chapter[] | null;
  /** Seconds of a searched word in the transcript. */
  ticks: readonly number[];
  isWide: boolean;
  onWide: (isWide: boolean) => void;
  onHandle: (handle: PlayerHandle | null) => void;
  onComments: () => void;
  onAddLanguage: (() => void) | null;
}

function VideoPlayer({ item, discussion, chapters, ticks, isWide, onWide, onHandle, onComments, onAddLanguage }: PlayerProps): ReactNode {
  const texts = useWatchTexts();
  const pins = usePins(discussion);
  const version = usePlaybackVersion(item.id);
  const { data: user } = useQuery(userQuery);
  const load = useCallback(() => loadPlayback(item.id), [item.id]);
  const startAt = useMemo(() => parseStart(new URLSearchParams(location.search).get("t")), []);
  const isPreview = useItemPreview() !== null;
  // Visits by the owner and in a member preview do not count as views.
  const isVisitor = user !== undefined && user.id !== item.owner.id && !isPreview;
  const ratio = item.width && item.height ? item.width / item.height : null;
  if (!user) return <div className={styles.placeholder} style={{ "--ratio": ratio } as CSSProperties} aria-busy="true" />;
  return (
    <WatchTextsProvider texts={texts}>
      <Player
        itemId={item.id}
        title={item.title}
        ratio={ratio}
        load={load}
        version={version}
        startAt={startAt}
        pins={pins}
        {...(chapters && { chapters })}
        ticks={ticks}
        handleRef={onHandle}
        isTheatre={isWide}
        onTheatre={onWide}
        onPin={(commentId) => {
          onComments();
          discussion.show(commentId);
        }}
        {...(!isPreview && {
          onComment: () => {
            onComments();
            discussion.askToWrite();
          },
        })}
        {...(onAddLanguage && !isPreview && { onAddLanguage })}
        {...(!item.trash && !isPreview && { onLike: () => void toggleLike(item) })}
        {...(isVisitor && { onWatched: (visit, isLeaving) => void reportVisit(item.id, visit, isLeaving) })}
      />
    </WatchTextsProvider>
  );
}

/** Edits that are rendered into this video, which can be watched meanwhile. */
function Updating({ item, part }: { item: ItemView; part: number }): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    await cancelSaving(item.id);
    setBusy(false);
  };
  const percent = Math.round(part * 100);
  return (
    <div className={styles.updating}>
      <p role="status">
        <b>{t("updating", { percent })}</b> {t("updatingText")}
      </p>
      {item.permission.write && (
        <Button variant="quiet" size="xs" loading={isBusy} aria-label={t("cancelUpdate")} onClick={() => void cancel()}>
          {common("actions.cancel")}
        </Button>
      )}
      <Strip label={t("updating", { percent })} value={part} />
    </div>
  );
}

/** A video that could not be processed is available as original. */
function Failed({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("video");
  const url = downloadUrl(item.id);
  return (
    <div className={styles.failed} role="alert">
      <p>
        <b>{t("failed")}</b> {item.failure && <bdi>{item.failure}</bdi>}
      </p>
      <Button
        variant="default"
        component="a"
        href={url}
        download=""
        leftSection={<IconDownload {...ICON} />}
        onClick={(event) => {
          event.preventDefault();
          void startDownload("video", url);
        }}
      >
        {t("downloadOriginal")}
      </Button>
    </div>
  );
}

interface PanelProps {
  item: ItemView;
  handle: PlayerHandle | null;
  durationS: number | null;
  discussion: Discussion;
  adding: AddingLanguage;
  /** Value of the open tab. */
  tab: string;
  onTab: (tab: string) => void;
  onPreview: (chapters: readonly Chapter[] | null) => void;
  onTicks: (seconds: readonly number[]) => void;
}

/** The side panel. A component, because changes of the comments and of the playback render it and nothing else of the page. */
function VideoPanel(props: PanelProps): ReactNode {
  return <PanelTabs tabs={usePanel(props)} value={props.tab} onChange={props.onTab} />;
}

/** Returns the tab with the transcript, for users who may write one and for videos with captions. */
function transcriptTab(label: string, props: ComponentProps<typeof TranscriptPanel>): PanelTab[] {
  if (!props.canWrite && props.tracks.length === 0) return [];
  const content = (
    <Suspense>
      <TranscriptPanel {...props} />
    </Suspense>
  );
  return [{ value: "transcript", label, isBare: true, content }];
}

/** Returns the side panel's tabs. Only the comments have a count, so that five tabs have room. Statistics and management need write permission; a member preview shows statistics only. */
function usePanel({ item, handle, durationS, discussion, adding, onPreview, onTicks }: PanelProps): PanelTab[] {
  const { t } = useTranslation("video");
  const { comments, removed, hasMore, status } = useDiscussion(discussion);
  const { data: playback } = useQuery(playbackQuery(item.id));
  const tracks = playback?.captions ?? NO_TRACKS;
  const { trash } = useTrashing(item);
  const preview = useItemPreview();
  const count = status === "ready" && !hasMore ? comments.length - removed.size : item.comments;
  const context = { item, handle, durationS };
  const canWrite = canWriteTo(item);
  const seesStats = canWrite || (preview?.canWrite === true && !item.trash);
  return [
    {
      value: "comments",
      label: t("tabs.comments"),
      count,
      isBare: true,
      content: <ItemDiscussion item={item} store={discussion} handle={handle} />,
    },
    {
      value: "chapters",
      label: t("tabs.chapters"),
      content: (
        <Suspense>
          <ChaptersPanel {...context} storyboard={playback?.storyboard ?? null} onPreview={onPreview} />
        </Suspense>
      ),
    },
    ...transcriptTab(t("tabs.transcript"), { item, handle, tracks, canWrite, onMatches: onTicks, onAddLanguage: adding.open }),
    ...(seesStats
      ? [
          {
            value: "stats",
            label: t("tabs.stats"),
            content: (
              <Suspense>
                <StatsPanel {...context} />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(canWrite
      ? [
          {
            value: "manage",
            label: t("tabs.manage"),
            content: (
              <Suspense>
                <ManagePanel {...context} onTrash={trash} language={adding.written} />
              </Suspense>
            ),
          },
        ]
      : []),
  ];
}
