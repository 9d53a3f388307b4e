import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";

/** Contents of a recording. */
export interface Film {
  seconds: number;
  frames: number[];
  keys: number;
  soundSeconds: number | null;
  size: [number, number];
  codecs: (string | null)[];
}

/** Reads the contents of a file from its packets. */
export async function filmOf(bytes: Buffer): Promise<Film> {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4] });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video) throw new Error("There is no picture.");
  const film: Film = {
    seconds: await video.computeDuration(),
    frames: [],
    keys: 0,
    soundSeconds: (await audio?.computeDuration()) ?? null,
    size: [video.codedWidth, video.codedHeight],
    codecs: [await video.getCodecParameterString(), (await audio?.getCodecParameterString()) ?? null],
  };
  for await (const packet of new EncodedPacketSink(video).packets()) {
    film.frames.push(packet.timestamp);
    if (packet.type === "key") film.keys += 1;
  }
  return film;
}
