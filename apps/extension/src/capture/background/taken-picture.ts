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

/** Boxes that still touch the picture once it has grown at its top. */
const movedDown = (boxes: readonly SensitiveBox[], by: number): SensitiveBox[] => boxes.map((box) => ({ ...box, y: box.y + by }));

/** What a picture needs to be kept, apart from itself: asked for while the browser takes it. */
export interface Surroundings {
  preferences: Preferences;
  language: string;
  direction: "ltr" | "rtl";
  around: AroundCapture;
}

/** Learns all that a picture of a tab will need; null for pictures of no tab. */
export async function surroundingsOf(tabId: number | null): Promise<Surroundings> {
  const around = aroundCapture(tabId);
  const preferences = await readPreferences();
  return { preferences, ...(await startI18n(preferences.language)), around: await around };
}

/**
 * Makes of a picture what is kept: with its stamp, if the person likes one, its title, its facts, and the boxes of what is private.
 * @param found what the page said about itself when the picture was taken; null where it said nothing
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
  const facts = captureFacts(around, { kind: shot.kind, tab, takenAt, pixelRatio: shot.frame.pixelRatio });
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
