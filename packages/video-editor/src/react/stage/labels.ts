import type { ShareBox } from "../../core/index.ts";
import type { VideoEditorTexts } from "../texts.ts";

const percent = (part: number): number => Math.round(part * 100);

/** Returns the name of a box with its position, for screen readers. */
export const boxLabel = (t: VideoEditorTexts["t"], name: string, { x, y, width, height }: ShareBox): string =>
  t("stage.box", { name, x: percent(x), y: percent(y), width: percent(width), height: percent(height) });
