import { Encoder, Decoder, Demuxer, FilterAPI, Muxer } from "node-av/api";
import { AV_LOG_ERROR } from "node-av/constants";
import { Codec, Log } from "node-av/lib";

/** Recipe of a long film for measurements. It is streamed to disk, so its length needs no memory. */
export interface FilmRecipe {
  format: "webm" | "mp4";
  video: { encoder: "libvpx-vp9" | "libx264"; options: Record<string, string> };
  audio: "libopus" | "aac";
  width: number;
  height: number;
  seconds: number;
  /** Frames a second. The default is 30. */
  rate?: number;
  /** Options of the container. */
  options: Record<string, string>;
}

/** Recipe of a WebM as Chromium records it with VP9: without a length. */
export const vp9Film = (seconds: number): FilmRecipe => ({
  format: "webm",
  video: { encoder: "libvpx-vp9", options: { deadline: "realtime", "cpu-used": "8", "row-mt": "1", b: "2500000", g: "60" } },
  audio: "libopus",
  width: 1920,
  height: 1080,
  seconds,
  options: { live: "1" },
});

/** Recipe of a file as our recorder writes it: H.264 and Opus in fragments of one second. */
export const recordedFilm = (seconds: number): FilmRecipe => ({
  format: "mp4",
  video: { encoder: "libx264", options: { preset: "ultrafast", b: "4000000", g: "30" } },
  audio: "libopus",
  width: 1920,
  height: 1080,
  seconds,
  options: { movflags: "+frag_keyframe+empty_moov+default_base_moof", brand: "iso5" },
});

/** The source of one track and its destination. */
interface Track {
  source: string;
  graph: string;
  encoder: string;
  options: Record<string, string>;
}

/** Writes a film with a moving pattern, a running clock and a tone. */
export async function writeFilm(
  path: string,
  { format, video, audio, width, height, seconds, rate = 30, options }: FilmRecipe,
): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  await using muxer = await Muxer.open(path, { format, options: options as never });
  await using all = new AsyncDisposableStack();
  const tracks: Track[] = [
    { source: `testsrc2=size=${width}x${height}:rate=${rate}:duration=${seconds}`, graph: "format=yuv420p", ...video },
    {
      source: `sine=frequency=440:sample_rate=48000:duration=${seconds}`,
      graph: `aformat=sample_fmts=${audio === "aac" ? "fltp" : "s16"}`,
      encoder: audio,
      options: {},
    },
  ];
  const opened = [];
  // All tracks exist before the first packet is written.
  for (const track of tracks) {
    const demuxer = all.use(await Demuxer.open(track.source, { format: "lavfi" }));
    const [stream] = demuxer.streams;
    const codec = Codec.findEncoderByName(track.encoder as never);
    if (!stream || !codec) throw new Error(`node-av has no ${track.encoder}.`);
    const decoder = all.use(await Decoder.create(stream));
    const encoder = all.use(await Encoder.create(codec, { options: track.options as never, threadCount: 2 }));
    const frames = FilterAPI.create(track.graph).frames(decoder.frames(demuxer.packets(stream.index)));
    opened.push({ packets: encoder.packets(frames), index: muxer.addStream(encoder) });
  }
  await Promise.all(
    opened.map(async ({ packets, index }) => {
      for await (const packet of packets) {
        await muxer.writePacket(packet, index);
        packet?.free();
      }
    }),
  );
}
