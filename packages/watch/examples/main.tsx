// Uses the player as another application would: a video from a local address, with chapters, captions and pins of comments.
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "./page.css";
import type { Pin, Playback } from "@stillreel/watch/core";
import { createWatchTexts, Player, WatchTextsProvider } from "@stillreel/watch/player";
import { createRoot } from "react-dom/client";
import { createSampleVideo, SAMPLE } from "./sample-video.ts";

const ITEM_ID = "00000000-0000-4000-8000-000000000001";
const CAPTIONS =
  "WEBVTT\n\n00:00.500 --> 00:03.000\nThis video was encoded in this page.\n\n00:04.000 --> 00:07.000\nEach chapter has four seconds.\n";
const PINS: readonly Pin[] = [
  { commentId: "a", seconds: 2, name: "Ada Brooks", photoURL: null },
  { commentId: "b", seconds: 9, name: "Milan Novak", photoURL: null },
];
const texts = createWatchTexts("en", "ltr");

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no element #root.");
root.textContent = "Encoding a sample video …";

const playback: Playback = {
  itemId: ITEM_ID,
  stage: "ready",
  live: false,
  duration: SAMPLE.seconds,
  width: SAMPLE.width,
  height: SAMPLE.height,
  sources: [
    { kind: "file", url: URL.createObjectURL(await createSampleVideo()), mimeType: "video/webm", codecs: "vp8", height: SAMPLE.height },
  ],
  posterUrl: null,
  storyboard: null,
  waveformUrl: null,
  captions: [{ language: "en", label: "English", url: URL.createObjectURL(new Blob([CAPTIONS], { type: "text/vtt" })) }],
  chapters: ["Start", "Middle", "End"].map((name, index) => ({ timestamp: index * 4, name })),
  progress: null,
  updating: null,
  version: "first",
  failure: null,
};

createRoot(root).render(
  <WatchTextsProvider texts={texts}>
    <Player itemId={ITEM_ID} title="Sample video" ratio={SAMPLE.width / SAMPLE.height} load={() => Promise.resolve(playback)} pins={PINS} />
  </WatchTextsProvider>,
);
