import { join } from "node:path";
import type { EditDocument } from "@stillreel/contract";
import { textsOf } from "@stillreel/video-editor/core";
import type { EditsDeps } from "./edits.deps.ts";

/** Most letters whose result is remembered. */
const KNOWN_MAX = 20_000;

/** Finds letters of texts for which this server has no font. */
export interface Letters {
  missingIn(document: EditDocument): Promise<string>;
}

/** Creates the search for letters without a font. Results are remembered: fonts are installed before the server starts. */
export function createLetters({ media, drawings }: Pick<EditsDeps, "media" | "drawings">): Letters {
  const known = new Map<string, boolean>();
  return {
    async missingIn(document) {
      const letters = [...new Set(textsOf(document).join(""))].filter((letter) => letter > "\u007F");
      const unknown = letters.filter((letter) => !known.has(letter)).join("");
      if (unknown !== "") {
        const { missingLetters } = await media.films.inFolder((folder) =>
          drawings.draw([{ kind: "letters", path: join(folder, "letters"), text: unknown }]),
        );
        if (known.size > KNOWN_MAX) known.clear();
        for (const letter of letters) if (unknown.includes(letter)) known.set(letter, missingLetters.includes(letter));
      }
      return letters.filter((letter) => known.get(letter) === true).join("");
    },
  };
}
