import type { TextKeyOf, TextValues } from "@stillreel/editor/texts";
import english from "@stillreel/i18n/en/video-editor.json" with { type: "json" };

/** The video editor's English catalogue (namespace `video-editor`), for hosts that provide texts. */
export { english };

/** A key of the catalogue, such as `toolbar.split`. */
export type VideoEditorTextKey = TextKeyOf<typeof english>;

/** The texts of one language. A host provides them, usually as i18next's `t` bound to the namespace `video-editor`. */
export interface VideoEditorTexts {
  t(key: VideoEditorTextKey, values?: TextValues): string;
  /** BCP 47 tag. */
  language: string;
  direction: "ltr" | "rtl";
}
