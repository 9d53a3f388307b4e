import "@stillreel/ui/focus-ring.css";
import { WatchTextsProvider } from "@stillreel/watch/player";
import { lazy, startTransition, Suspense, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { FramedPicture, FramedVideo } from "./framed-page.tsx";
import { readPageData, slot } from "./page-data.ts";
import { PicturePage } from "./picture-page.tsx";
import { Report } from "./report.tsx";
import { loadTexts } from "./texts.ts";
import { VideoPage } from "./video-page.tsx";

// Only embedded whiteboards need the code that draws.
const FramedBoard = lazy(() => import("./framed-board.tsx").then((module) => ({ default: module.FramedBoard })));

/** Hydrates the server-rendered page: existing elements stay, missing parts are added. */
export async function start(): Promise<void> {
  const slotElement = slot("app");
  if (!slotElement) return;
  const data = readPageData();
  const texts = await loadTexts(document.documentElement.lang, document.documentElement.dir === "rtl" ? "rtl" : "ltr");
  // As a transition, the page is rendered in slices: nothing is visible before it is complete.
  startTransition(() => createRoot(slotElement).render(<WatchTextsProvider texts={texts}>{pageOf(data)}</WatchTextsProvider>));
}

function pageOf(data: ReturnType<typeof readPageData>): ReactNode {
  // Only the form for reports is added.
  if (data.type === "folder") return <Report slug={data.slug} />;
  if (data.framed && data.type === "board")
    return (
      <Suspense>
        <FramedBoard data={data} />
      </Suspense>
    );
  const [Video, Picture] = data.framed ? [FramedVideo, FramedPicture] : [VideoPage, PicturePage];
  const Page = data.type === "video" ? Video : Picture;
  return <Page data={data} />;
}
