import { Input, MP3, MP4, OGG, WAVE } from "mediabunny";
import { type SoundProbe, type SoundType, VideoError } from "../video.port.ts";
import { fileSource } from "./file-source.ts";
import { STREAMS_MAX } from "./video-tasks.ts";

/** The only format that is tried for each type. */
const FORMAT_OF = { "audio/mpeg": MP3, "audio/mp4": MP4, "audio/wav": WAVE, "audio/ogg": OGG } as const satisfies Record<
  SoundType,
  unknown
>;

/** Probes a sound. `mimeType` was detected from the first bytes. Throws VideoError, or the library's error for corrupt files. */
export async function probeSound(path: string, mimeType: SoundType): Promise<SoundProbe> {
  using input = new Input({ formats: [FORMAT_OF[mimeType]], source: fileSource(path) });
  if ((await input.getTracks()).length > STREAMS_MAX) throw new VideoError("too-heavy", `It has more than ${STREAMS_MAX} tracks.`);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new VideoError("damaged", "There is no sound in it.");
  const duration = await track.computeDuration();
  if (!(Number.isFinite(duration) && duration > 0)) throw new VideoError("damaged", "It has no length.");
  return { mimeType, duration };
}
