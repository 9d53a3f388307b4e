import type { SensitiveBox } from "@stillreel/contract";
import type { TakenPicture } from "../captures/capture.types.ts";
import { captureFacts } from "../captures/facts.ts";
import { placeBoxes } from "../sensitive/place-boxes.ts";
import type { FoundInPage } from "../sensitive/sensitive.types.ts";
import { startI18n, t } from "../shared/i18n.ts";
import { readPreferences } from "../shared/preferences.ts";
import { sizeOfPng } from "./picture-size.ts";
import type { Shot } from "./shots.ts";
import { stampPicture } from "./stamp.ts";

/** Boxes that still touch the picture once it has grown at its top. */
const movedDown = (boxes: readonly SensitiveBox[], by: number): SensitiveBox[] => boxes.map((box) => ({ ...box, y: box.y + by }));

/**
 * Makes of a picture what is kept: with its stamp, if the person likes one, its title, its facts, and the boxes of what is private.
 * @param found what the page said about itself when the picture was taken; null where it said nothing
 */
export async function takenPicture(shot: Shot, tab: chrome.tabs.Tab | null, found: FoundInPage | null): Promise<TakenPicture> {
  const preferences = await readPreferences();
  const { language, direction } = await startI18n(preferences.language);
  const takenAt = new Date();
  const pageUrl = tab?.url ?? null;
  const boxes = found ? placeBoxes(found, shot.frame) : [];
  const facts = await captureFacts({ kind: shot.kind, tab, takenAt, pixelRatio: shot.frame.pixelRatio });
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
