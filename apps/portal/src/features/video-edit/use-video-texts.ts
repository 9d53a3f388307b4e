import type { VideoEditorTexts } from "@stillreel/video-editor/texts";
import type { EditorTexts } from "@stillreel/editor/texts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { pageDirection } from "../../platform/i18n.ts";

/** Returns the texts of the video editor, and those of the parts that it shares with the image editor, in the page's language. */
export function useVideoTexts(): { video: VideoEditorTexts; parts: EditorTexts } {
  const { t: video, i18n } = useTranslation("video-editor");
  const { t: parts } = useTranslation("editor");
  return useMemo(() => {
    const common = { language: i18n.language, direction: pageDirection() };
    return {
      video: { t: (key, values) => String(video(key, { ...values })), ...common },
      parts: { t: (key, values) => String(parts(key, { ...values })), ...common },
    };
  }, [video, parts, i18n.language]);
}
