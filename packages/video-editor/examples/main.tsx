// The view of the video editor on its own: editor, player, stage and panels, without a server. The address names the video and what is shown.
import "@stillreel/ui/styles.css";
import "@stillreel/ui/drawn-fonts.css";
import "@stillreel/ui/focus-ring.css";
import "@stillreel/ui/visually-hidden.css";
import type { EditSource } from "@stillreel/contract";
import { boxAt, createVideoEditor, type GivenTranscript, wholeVideo } from "@stillreel/video-editor/core";
import { followEffect, previewFrameAt } from "@stillreel/video-editor/preview";
import {
  EffectControls,
  english,
  FramePanel,
  VideoEditorTextsProvider,
  VideoEditorView,
  VideoStage,
  WordsPanel,
} from "@stillreel/video-editor/react";
import { createEditorTexts } from "@stillreel/editor/texts";
import { createRoot } from "react-dom/client";

const parameters = new URLSearchParams(location.search);
const source: EditSource = JSON.parse(parameters.get("source") ?? "null") as EditSource;
const transcript = JSON.parse(parameters.get("transcript") ?? "null") as GivenTranscript | null;
const direction = parameters.get("direction") === "rtl" ? "rtl" : "ltr";
document.documentElement.dir = direction;
document.documentElement.dataset["mantineColorScheme"] = parameters.get("theme") ?? "light";

const editor = createVideoEditor({ document: wholeVideo(source.duration), source });
const texts = createEditorTexts("en", direction, english);

/** What the tests of this page use. */
Object.assign(globalThis, { bench: { boxAt, editor, followEffect, previewFrameAt, source } });

const root = document.createElement("div");
root.style.cssText = "position:fixed;inset:0";
document.body.append(root);
createRoot(root).render(
  <VideoEditorTextsProvider texts={texts as never}>
    <VideoEditorView
      editor={editor}
      start={<b>Scrolling page</b>}
      actions={null}
      stage={<VideoStage />}
      effectPanel={<EffectControls />}
      framePanel={<FramePanel onUpload={() => Promise.resolve(null)} />}
      wordsPanel={<WordsPanel transcript={transcript} shown={null} />}
      captions={[]}
      onUpload={() => Promise.resolve(null)}
      onChooseItem={() => Promise.resolve(null)}
      onSave={() => {}}
    />
  </VideoEditorTextsProvider>,
);
