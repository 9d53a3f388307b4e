import { join } from "node:path";
import type { Images } from "../../platform/ports/images.port.ts";
import { type SoundProbe, VideoError, type VideoProbe, type Videos } from "../../platform/ports/video.port.ts";
import type { Made, Renditions } from "./media.renditions.ts";
import { inspectionOf, type MediaService, toAppError, type VideoInspection } from "./media.service.ts";
import { findPoster, storePoster } from "./media.video.jobs.ts";
import { planPlayback, playbackOperation } from "./media.video.plan.ts";
import type { Work } from "./media.work.ts";

/** A video file that a job works with. */
export interface FilmFile {
  path: string;
  probe: VideoProbe;
}

/** A new video that was made from others, stored with its poster and thumbnails, but without database rows. */
export interface NewFilm {
  /** The video; it plays in every browser. */
  film: Made;
  /** Poster and thumbnails. */
  pictures: Made[];
  placeholder: string;
  inspected: VideoInspection;
}

/** How the poster of a new video is chosen: a picture file, or (null) the server chooses a frame. */
export type PosterChoice = { path: string } | null;

/** Files of videos for modules that make new videos from stored ones. */
export interface Films extends Pick<Work, "inFolder" | "bring"> {
  /**
   * Returns the file of an object that is H.264 and AAC with reliable timestamps. Others are encoded into the folder.
   * @throws VideoError, StorageError
   */
  normalised(
    folder: string,
    storageKey: string,
    name: string,
    hooks: { signal: AbortSignal; onProgress: (part: number) => void },
  ): Promise<FilmFile>;
  /** Moves a made video into the store, with its poster. Nothing is left in the store when it throws. */
  store(file: FilmFile, folder: string, poster: PosterChoice, signal: AbortSignal): Promise<NewFilm>;
  discard: Renditions["discard"];
  /** Returns type and length of a stored sound, by its content. @throws AppError `unsupported-file-type`, `unreadable-file` */
  inspectSound(storageKey: string): Promise<SoundProbe>;
}

/** Creates the part of media that other modules make videos with. */
export function createFilms(deps: { videos: Videos; images: Images; work: Work; renditions: Renditions; media: MediaService }): Films {
  const { videos, images, work, renditions, media } = deps;
  return {
    inFolder: work.inFolder,
    bring: work.bring,
    async normalised(folder, storageKey, name, { signal, onProgress }) {
      const path = await work.bring(folder, storageKey, signal, name);
      const probe = await videos.probe(path, signal);
      const plan = planPlayback(probe);
      if (plan.kind === "impossible") throw new VideoError(plan.reason, "It is beyond what is encoded here.");
      if (plan.kind === "original") return { path, probe };
      const output = join(folder, `${name}-normalised`);
      const hooks = { signal, onProgress: (at: number) => onProgress(at / Math.max(0.1, probe.duration)) };
      await videos.convert(playbackOperation(probe, path, output), hooks);
      return { path: output, probe: await videos.probe(output, signal) };
    },
    async store({ path, probe }, folder, poster, signal) {
      const found = poster === null ? await findPoster({ videos, images }, probe, path, folder, signal) : await images.poster(poster.path);
      const pictures = await storePoster({ renditions }, found);
      try {
        const blob = await media.adoptDerived(path, probe.mimeType);
        const film: Made = { kind: "playback", blob, width: probe.width, height: probe.height };
        const inspected = inspectionOf(probe);
        const isUniversal = planPlayback(probe).kind === "original";
        return {
          film,
          pictures,
          placeholder: found.placeholder,
          inspected: { ...inspected, videoFacts: { ...inspected.videoFacts, universal: isUniversal } },
        };
      } catch (error) {
        await renditions.discard(pictures);
        throw error;
      }
    },
    discard: renditions.discard,
    inspectSound: (storageKey) =>
      work.inFolder(async (folder) => {
        try {
          return await videos.probeSound(await work.bring(folder, storageKey));
        } catch (error) {
          throw toAppError(error);
        }
      }),
  };
}
