import english from "@stillreel/i18n/en/recorder.json" with { type: "json" };
import type { PartBox, RecordingSetup } from "@stillreel/recorder/types";
import { CHOOSER_CSS, CHOOSER_ICONS } from "../../shared/background/chooser.css.ts";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import { RECORDING_CSS, RECORDING_ICONS } from "./recording-page.css.ts";
import type { PageRole, RecordingPageView, RecordingTexts } from "../core/recording-page-view.ts";

/** Returns the text of a key of `recorder.json` in the user's language. */
type Translate = (key: string, values?: Record<string, string>) => string;

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Marks the bold word until the text is split there. No language uses this character. */
const MARK = "\u0001";

/** Translates all texts of a group and preserves its structure. The page fills in the placeholders. */
function translated(group: Catalogue, path: string, t: Translate): Catalogue {
  const one = (text: string, key: string): string => {
    const names = [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name as string);
    return t(key, Object.fromEntries(names.map((name) => [name, `{{${name}}}`])));
  };
  return Object.fromEntries(
    Object.entries(group).map(([name, text]) => {
      const key = `${path}.${name}`;
      return [name, typeof text === "string" ? one(text, key) : translated(text, key, t)];
    }),
  );
}

/** Returns the relation of a page to a recording: recorded tab, possibly on the recorded screen, or neither. */
export function roleOf({ source }: RecordingSetup, isRecordedTab: boolean): PageRole {
  if (source === "tab" || source === "area") return isRecordedTab ? "recorded" : "beside";
  return source === "camera" ? "beside" : "on-screen";
}

function countingOf({ source, microphone, camera }: RecordingSetup, t: Translate): RecordingPageView["counting"] {
  const withCamera = camera !== null && source !== "camera";
  const kind = microphone ? (withCamera ? "both" : "microphone") : withCamera ? "camera" : "none";
  const [before = "", after = ""] = t(`bar.counting.${kind}`, { what: MARK }).split(MARK);
  return [before, t(`bar.counting.${source === "camera" ? "cameraAlone" : source}`), after];
}

/**
 * Creates the data for the page script that shows the bar.
 * @param given.recording key of the recording
 * @param given.isRecordedTab whether the page is the recorded tab
 * @param given.area recorded part of the page; null means all of it
 * @param t returns texts of `recorder.json`
 */
export function recordingPageView(
  given: {
    recording: string;
    setup: RecordingSetup;
    isRecordedTab: boolean;
    area: PartBox | null;
    language: string;
    direction: "ltr" | "rtl";
  },
  t: Translate,
): RecordingPageView {
  const { recording, setup, isRecordedTab, area, language, direction } = given;
  const role = roleOf(setup, isRecordedTab);
  return {
    recording,
    language,
    direction,
    css: RECORDING_CSS,
    icons: RECORDING_ICONS,
    texts: translated(english.bar, "bar", t) as unknown as RecordingTexts,
    role,
    area: role === "recorded" ? area : null,
    showClicks: setup.showClicks && role !== "beside",
    counting: countingOf(setup, t),
  };
}

/** Creates the data for choosing the part of a tab to record. */
export function partChooserView({ language, direction }: { language: string; direction: "ltr" | "rtl" }, t: Translate): ChooserView {
  return {
    language,
    direction,
    css: CHOOSER_CSS,
    hint: t("bar.part.hint"),
    bar: t("bar.part.bar"),
    buttons: [
      { act: "take", label: t("bar.part.take"), icon: RECORDING_ICONS.record, variant: "main" },
      { act: "cancel", label: t("bar.part.cancel"), icon: CHOOSER_ICONS.cancel, variant: "icon" },
    ],
  };
}
