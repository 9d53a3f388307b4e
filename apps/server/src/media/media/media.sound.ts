import { join } from "node:path";
import { stat } from "node:fs/promises";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { VideoError, type Videos } from "../../platform/ports/video.port.ts";
import { SPEECH_RATE, speechOperation } from "./media.extras.plan.ts";
import * as repo from "./media.repo.ts";
import type { Work } from "./media.work.ts";

/** The sound of a video as 16-bit mono samples, without a header. */
export interface SpeechSound {
  /** File of the samples. */
  path: string;
  /** Folder for further files. It is removed afterwards. */
  folder: string;
  /** Number of samples. */
  count: number;
  /** Samples per second. */
  rate: number;
}

/** Reads the sound of videos. */
export interface Sound {
  /**
   * Runs `use` with the sound of the file that the player shows. Returns null for a video without sound, or whose file is gone.
   * @throws VideoError for a file that can't be read
   */
  withSpeech<T>(itemId: string, signal: AbortSignal, use: (sound: SpeechSound) => Promise<T>): Promise<T | null>;
}

/** Creates the reader of sounds. */
export function createSound({ db }: Pick<Ports, "db">, { videos, work }: { videos: Videos; work: Work }): Sound {
  return {
    async withSpeech(itemId, signal, use) {
      const video = await repo.findPicture(db, itemId);
      if (!video || video.type !== "video") return null;
      const played = (await repo.findRenditions(db, itemId)).find(({ kind }) => kind === "playback");
      return work.inFolder(async (folder) => {
        try {
          const source = await work.bring(folder, played?.storageKey ?? video.storageKey, signal);
          const probe = await videos.probe(source, signal);
          if (probe.audioCodec === null) return null;
          const path = join(folder, "speech");
          await videos.convert(speechOperation(probe, source, path), { signal });
          return await use({ path, folder, count: Math.floor((await stat(path)).size / 2), rate: SPEECH_RATE });
        } catch (error) {
          if (error instanceof StorageError && error.code === "not-found")
            throw new VideoError("damaged", "Its file is gone.", { cause: error });
          throw error;
        }
      });
    },
  };
}
