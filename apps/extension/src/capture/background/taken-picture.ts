import type { SensitiveBox } from "@stillreel/contract";
import type { TakenPicture } from "../core/stored-capture.ts";
import { type AroundCapture, aroundCapture, captureFacts } from "./capture-facts.ts";
import { positionBoxes } from "./position-boxes.ts";
import type { FoundInPage } from "../core/sensitive-boxes.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import { type Preferences, readPreferences } from "../../shared/data/preferences.ts";
import { sizeOfPng } from "./picture-size.ts";
import type { Shot } from "./shots.ts";
import { stampPicture } from "./stamp.ts";

/** Moves boxes down after the picture has grown at its top. Boxes outside of the picture are dropped. */
const movedDown = (boxes: readonly SensitiveBox[], by: number): SensitiveBox[] => boxes.map((box) => ({ ...box, y: box.y + by }));

/** Data that is stored with a picture. It is collected while the browser captures. */
export interface Surroundings {
  preferences: Preferences;
  language: string;
  direction: "ltr" | "rtl";
  around: AroundCapture;
}

/** Collects the data for a picture of a tab. Returns null data for pictures without a tab. */
export async function surroundingsOf(tabId: number | null): Promise<Surroundings> {
  const around = aroundCapture(tabId);
  const preferences = await readPreferences();
  return { preferences, ...(await startI18n(preferences.language)), around: await around };
}

/**
 * Creates the stored capture from a picture: optional stamp, title, facts and sensitive boxes.
 * @param found data that the page reported during the capture; null when it reported none
 */
export async function takenPicture(
  shot: Shot,
  { preferences, language, direction, around }: Surroundings,
  tab: chrome.tabs.Tab | null,
  found: FoundInPage | null,
): Promise<TakenPicture> {
  const takenAt = new Date();
  const pageUrl = tab?.url ?? null;
  const boxes = found ? positionBoxes(found, shot.frame) : [];
  const known = captureFacts(around, { kind: shot.kind, tab, takenAt, pixelRatio: shot.frame.pixelRatio });
  const facts = shot.isIncomplete ? { ...known, incomplete: true } : known;
  const { width, height } = await sizeOfPng(shot.picture);
  const plain: TakenPicture = {
    picture: shot.picture,
    width,
    height,
    title: tab?.title || t("capture.untitled"),
    pageUrl,
    record: { ...facts, sensitive: boxes },
  };
  if (!preferences.stampDateAndUrl) return plain;
  const { picture, movedBy } = await stampPicture(shot.picture, width, shot.frame.pixelRatio, { takenAt, pageUrl, language, direction });
  return { ...plain, picture, height: height + movedBy, record: { ...facts, sensitive: movedDown(boxes, movedBy) } };
}
