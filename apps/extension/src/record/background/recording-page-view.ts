import english from "@stillreel/i18n/en/recorder.json" with { type: "json" };
import type { PartBox, RecordingSetup } from "@stillreel/recorder/types";
import { CHOOSER_CSS, CHOOSER_ICONS } from "../../shared/background/chooser.css.ts";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import { RECORDING_CSS, RECORDING_ICONS } from "./recording-page.css.ts";
import type { PageRole, RecordingPageView, RecordingTexts } from "../core/recording-page-view.ts";

/** Gives the text of a key of `recorder.json` in the person's language. */
type Translate = (key: string, values?: Record<string, string>) => string;

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Stands for the word that is set in bold until the text is cut there. No language writes it. */
const MARK = "\u0001";

/** All texts of a group, in its shape. Placeholders stay as they are: the page fills them in. */
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

/** What a page is to a recording: the recorded tab itself, one that may lie on the recorded screen, or neither. */
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
 * What is handed to the script in a page that shows the bar.
 * @param given.recording key of the recording
 * @param given.isRecordedTab whether the page is the tab that is recorded
 * @param given.area the part of it that is recorded; null: all
 * @param t gives texts of `recorder.json`
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

/** What is handed to the chooser of the part of a tab that is to be recorded. */
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
