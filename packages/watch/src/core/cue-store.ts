import { parseCaptions, type Cue } from "./captions.ts";
import type { CaptionTrack } from "./watch.types.ts";

/** The captions that a player has loaded, by language. */
export class CueStore {
  #cues = new Map<string, Cue[]>();

  /** Returns the captions of a language. None before they are loaded. */
  of(language: string | null): readonly Cue[] {
    return this.#cues.get(language ?? "") ?? [];
  }

  /** Loads captions unless they are loaded. Returns whether there are new ones. */
  async load({ language, url }: CaptionTrack): Promise<boolean> {
    const cues = this.#cues;
    if (cues.has(language)) return false;
    cues.set(language, []);
    try {
      const answer = await fetch(url, { headers: { accept: "text/vtt" } });
      if (!answer.ok) throw new Error(`${answer.status}`);
      cues.set(language, parseCaptions(await answer.text()));
    } catch {
      // Loaded again when captions are switched on again.
      cues.delete(language);
    }
    return cues === this.#cues;
  }

  /** Forgets all captions. Those that are being loaded are not used. */
  clear(): void {
    this.#cues = new Map();
  }
}
