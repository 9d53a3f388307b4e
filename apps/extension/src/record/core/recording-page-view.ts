import type english from "@stillreel/i18n/en/recorder.json";
import type { PartBox } from "@stillreel/recorder/types";

/**
 * Relation of a page to the recording. `recorded`: the page is the recorded tab, so everything drawn in it is in the picture.
 * `on-screen`: a screen or window is recorded that may show the page. `beside`: the page is not recorded.
 */
export type PageRole = "recorded" | "on-screen" | "beside";

/** Texts of the page script by their catalogue keys. Placeholders `{{…}}` are filled in by the script. */
export type RecordingTexts = (typeof english)["bar"];

/** Data that the page script needs from outside of the page. Plain data, because it is sent into the page's process. */
export interface RecordingPageView {
  /** Key of the recording; states of other recordings are ignored. */
  recording: string;
  language: string;
  direction: "ltr" | "rtl";
  css: string;
  /** SVG paths of the icons on a 24 px grid, by name. */
  icons: Readonly<Record<string, string>>;
  texts: RecordingTexts;
  role: PageRole;
  /** The recorded part of this page; null when all of it is recorded. */
  area: PartBox | null;
  /** Rings around clicks. */
  showClicks: boolean;
  /** Description of sources in three parts; the middle part is bold. */
  counting: readonly [before: string, what: string, after: string];
}
