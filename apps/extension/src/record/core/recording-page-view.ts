import type english from "@stillreel/i18n/en/recorder.json";
import type { PartBox } from "@stillreel/recorder/types";

/**
 * What a page is to the recording. `recorded`: it is the tab that is recorded, so all that is drawn in it is in the picture.
 * `on-screen`: a screen or window is recorded, and the page may be on it. `beside`: nothing of it is seen.
 */
export type PageRole = "recorded" | "on-screen" | "beside";

/** Everything that the script in the page says, by its keys in the catalogue. `{{…}}` are filled in there. */
export type RecordingTexts = (typeof english)["bar"];

/** What the script in the page needs to know of the world outside. Plain data: it crosses into the page's process. */
export interface RecordingPageView {
  /** Which recording it is: news of another one are not for this page's bar. */
  recording: string;
  language: string;
  direction: "ltr" | "rtl";
  css: string;
  /** Paths of the icons on a 24 grid, by name. */
  icons: Readonly<Record<string, string>>;
  texts: RecordingTexts;
  role: PageRole;
  /** The recorded part of this page, when it is only a part. */
  area: PartBox | null;
  /** Rings around clicks. */
  showClicks: boolean;
  /** What is recorded, and with what, in three pieces: the middle one is set in bold. */
  counting: readonly [before: string, what: string, after: string];
}
