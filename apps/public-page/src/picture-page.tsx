import { PicturePins } from "@stillreel/watch/discussion";
import { useTexts } from "@stillreel/watch/player";
import { useEffect, type ReactNode } from "react";
import { LikeButton } from "./like-button.tsx";
import { into, type PageData } from "./page-data.ts";
import { Panel } from "./panel.tsx";
import { Report } from "./report.tsx";
import { showDrawing } from "./show-drawing.ts";
import { SignInPopover } from "./sign-in-popover.tsx";
import { useDownload } from "./use-download.ts";
import { useLikes } from "./use-likes.ts";
import { useSeen } from "./use-seen.ts";
import { useTalk } from "./use-talk.ts";
import { useVisitor } from "./use-visitor.ts";

const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";

/** Page of an image: likes, and comments pinned to points. That of a whiteboard shows newer drawings, and its comments have no points. */
export function PicturePage({ data }: { data: PageData }): ReactNode {
  const texts = useTexts();
  const visitor = useVisitor(data);
  const isBoard = data.type === "board";
  const likes = useLikes(data, visitor, isBoard ? showDrawing : undefined);
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
    if (!data.allowComments || isBoard) return;
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [store, data.allowComments, isBoard]);
  const { asked } = visitor;
  return (
    <>
      {!isBoard && into("pins", <PicturePins store={store} texts={texts} />)}
      {into("like", <LikeButton likes={likes} />)}
      <Report slug={data.slug} />
      {into("panel", <Panel data={data} visitor={visitor} store={store} player={null} tab="comments" onTab={() => {}} />)}
      {asked?.anchor && <SignInPopover reason={asked.reason} anchor={asked.anchor} visitor={visitor} />}
    </>
  );
}
