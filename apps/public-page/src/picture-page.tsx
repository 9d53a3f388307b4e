import { createMemory } from "@stillreel/watch/core";
import { PicturePins } from "@stillreel/watch/discussion";
import { useTexts } from "@stillreel/watch/player";
import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { tellVisit } from "./api.ts";
import { LikeButton } from "./like-button.tsx";
import { slot, type PageData } from "./page-data.ts";
import { Panel } from "./panel.tsx";
import { SignInPopover } from "./sign-in-popover.tsx";
import { useDownload } from "./use-download.ts";
import { useLikes } from "./use-likes.ts";
import { useTalk } from "./use-talk.ts";
import { useVisitor } from "./use-visitor.ts";

/** A picture counts as seen once it was shown for this long. */
const SEEN_S = 3;
const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";

/** The page of a picture: likes, and comments pinned to its points. */
export function PicturePage({ data }: { data: PageData }): ReactNode {
  const texts = useTexts();
  const visitor = useVisitor(data);
  const likes = useLikes(data, visitor);
  const { refresh } = likes;
  const store = useTalk(data, refresh);
  useDownload(data, visitor);
  useSeen(data);
  useEffect(() => void refresh(), [refresh]);
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.key.toLowerCase() !== "c") return;
      event.preventDefault();
      store.setPlacing(true);
    };
    if (!data.allowComments) return;
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [store, data.allowComments]);
  const [pins, like, panel] = [slot("pins"), slot("like"), slot("panel")];
  const { asked } = visitor;
  return (
    <>
      {pins && createPortal(<PicturePins store={store} texts={texts} />, pins)}
      {like && createPortal(<LikeButton likes={likes} />, like)}
      {panel && createPortal(<Panel data={data} visitor={visitor} store={store} player={null} tab="comments" onTab={() => {}} />, panel)}
      {asked?.anchor && <SignInPopover wish={asked.wish} anchor={asked.anchor} visitor={visitor} />}
    </>
  );
}

/** Tells once that the picture was looked at, after it was in sight long enough. */
function useSeen({ itemId, slug }: PageData): void {
  const [memory] = useState(createMemory);
  useEffect(() => {
    let seconds = 0;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") seconds += 1;
      if (seconds < SEEN_S) return;
      clearInterval(timer);
      tellVisit(memory, itemId, slug, { seconds, segments: [] });
    }, 1_000);
    return () => clearInterval(timer);
  }, [memory, itemId, slug]);
}
