import { t } from "./i18n.ts";

/** Why something lies in one's own library and not where it should have gone. `name` is the place's; empty where nobody remembers it. */
export const lostText = (name: string, library: "images" | "videos"): string =>
  t(name === "" ? `saveIn.savedElsewhere.${library}Unnamed` : `saveIn.savedElsewhere.${library}`, { name });
