import type { PlayerCore } from "@stillreel/watch/core";
import { askedReply, Discussion, useDiscussion, type DiscussionStore } from "@stillreel/watch/discussion";
import { usePlayerState, useTexts } from "@stillreel/watch/player";
import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from "react";
import { Chapters } from "./chapters.tsx";
import { storeDraft, readDraft } from "./stored-draft.ts";
import { slot, type PageData } from "./page-data.ts";
import styles from "./panel.module.css";
import { SignInForm } from "./sign-in-form.tsx";
import type { Visitor } from "./use-visitor.ts";

interface Props {
  data: PageData;
  visitor: Visitor;
  store: DiscussionStore;
  player: PlayerCore | null;
  tab: Tab;
  onTab(tab: Tab): void;
  /** Receives the seconds of a searched word. */
  onTicks?(seconds: readonly number[]): void;
}

const TranscriptTab = lazy(async () => ({ default: (await import("./transcript-tab.tsx")).TranscriptTab }));

export type Tab = "comments" | "chapters" | "transcript";

/** Side panel: comments, and the chapters of a video. */
export function Panel({ data, visitor, store, player, tab, onTab, onTicks }: Props): ReactNode {
  const { t } = useTexts();
  const { comments, removed, status } = useDiscussion(store);
  const count = status === "ready" ? comments.filter(({ id }) => !removed.has(id)).length : data.comments;
  return (
    <div className={styles.panel} role="region" aria-label={t(data.type === "video" ? "page.panel" : "page.panelPicture")}>
      <div className={styles.tabs} role="tablist" tabIndex={-1} onKeyDown={(event) => moveInTabs(event, onTab)}>
        <TabButton tab="comments" label={t("page.comments")} count={count} current={tab} onTab={onTab} />
        {player && <ChaptersTab player={player} current={tab} onTab={onTab} />}
        {player && <TranscriptTabButton player={player} current={tab} onTab={onTab} />}
      </div>
      <div className={styles.body} role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === "chapters" && player ? (
          <Chapters player={player} />
        ) : tab === "transcript" && player ? (
          <Suspense>
            <TranscriptTab player={player} {...(onTicks && { onMatches: onTicks })} />
          </Suspense>
        ) : (
          <Comments data={data} visitor={visitor} store={store} player={player} />
        )}
      </div>
    </div>
  );
}

function ChaptersTab({ player, current, onTab }: { player: PlayerCore; current: Tab; onTab(tab: Tab): void }): ReactNode {
  const { t } = useTexts();
  const count = usePlayerState(player, (state) => state.chapters.length);
  if (count === 0) return null;
  return <TabButton tab="chapters" label={t("page.chapters")} count={count} current={current} onTab={onTab} />;
}

function TranscriptTabButton({ player, current, onTab }: { player: PlayerCore; current: Tab; onTab(tab: Tab): void }): ReactNode {
  const { t } = useTexts();
  const hasCaptions = usePlayerState(player, (state) => state.tracks.length > 0);
  return hasCaptions ? <TabButton tab="transcript" label={t("transcript.label")} count={0} current={current} onTab={onTab} /> : null;
}

interface TabButtonProps {
  tab: Tab;
  label: string;
  count: number;
  current: Tab;
  onTab(tab: Tab): void;
}

function TabButton({ tab, label, count, current, onTab }: TabButtonProps): ReactNode {
  const isCurrent = tab === current;
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab}`}
      className={styles.tab}
      aria-selected={isCurrent}
      aria-controls={isCurrent ? `panel-${tab}` : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onTab(tab)}
    >
      {label}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </button>
  );
}

function moveInTabs(event: KeyboardEvent<HTMLElement>, onTab: (tab: Tab) => void): void {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const isForward = (event.key === "ArrowRight") === (getComputedStyle(event.currentTarget).direction !== "rtl");
  const next = tabs[(at + (isForward ? 1 : -1) + tabs.length) % tabs.length];
  next?.focus();
  if (next) onTab(next.id.slice("tab-".length) as Tab);
  event.preventDefault();
}

/** Comments. Visitors write first; the sign-in form appears below, and the comment is sent afterwards. */
function Comments({ data, visitor, store, player }: Pick<Props, "data" | "visitor" | "store" | "player">): ReactNode {
  const texts = useTexts();
  const { slug, type, allowComments } = data;
  const [draft] = useState(() => readDraft(slug));
  const [replyTo] = useState(() => askedReply(location.search));
  const { viewer, asked } = visitor;
  if (viewer === undefined) return null;
  return (
    <Discussion
      store={store}
      viewer={viewer}
      type={type}
      handle={player}
      canComment={allowComments}
      texts={texts}
      draft={draft}
      replyTo={replyTo}
      onDraft={(written) => storeDraft(slug, viewer ? null : written)}
      requestSignIn={async (request) => {
        const isComment = request.action === "comment";
        const hasSignedIn = await visitor.ask(isComment ? "comment" : "react", isComment ? null : (request.anchor ?? slot("panel")));
        if (hasSignedIn) storeDraft(slug, null);
        return hasSignedIn;
      }}
      belowComposer={
        asked?.reason === "comment" && (
          <div className={styles.below}>
            <SignInForm reason="comment" visitor={visitor} />
          </div>
        )
      }
    />
  );
}
