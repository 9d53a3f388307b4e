import { t } from "./i18n.ts";

/** Returns the text for a closed save target. `name` is its name, or empty when unknown. */
export const lostText = (name: string, library: "images" | "videos"): string =>
  t(name === "" ? `saveIn.savedElsewhere.${library}Unnamed` : `saveIn.savedElsewhere.${library}`, { name });
