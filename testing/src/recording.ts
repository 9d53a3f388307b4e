import { randomBytes } from "node:crypto";
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

export interface RecordingRecipe {
  seconds?: number;
  width?: number;
  height?: number;
  /** Frames per second. The first of each second is a keyframe. */
  rate?: number;
  /** Size of one frame in bytes. */
  frameBytes?: number;
  audio?: boolean;
}

/** A decoder configuration of H.264 High 4.0, sufficient for containers. */
const AVC = Uint8Array.from([
  1, 0x64, 0, 0x28, 0xff, 0xe1, 0, 10, 0x67, 0x64, 0, 0x28, 0xac, 0xd9, 0x40, 0x78, 0x02, 0x27, 1, 0, 4, 0x68, 0xee, 0x3c, 0x80,
]);

const fragmented = () =>
  new Output({ format: new Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: 1 }), target: new BufferTarget() });
const bytesOf = (output: Output<Mp4OutputFormat, BufferTarget>): Buffer => Buffer.from(output.target.buffer ?? new ArrayBuffer(0));

/**
 * Creates a recording in fragments of one second, like the recorder: a valid container with noise as video and audio. It cannot be
 * decoded, but all code that reads only the container works. Three hours of it take a second.
 */
export async function recording(recipe: RecordingRecipe = {}): Promise<Buffer> {
  const { seconds = 3, width = 1280, height = 720, rate = 4, frameBytes = 2_000, audio = true } = recipe;
  const output = fragmented();
  const video = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(video, { frameRate: rate });
  const sound = audio ? new EncodedAudioPacketSource("opus") : null;
  if (sound) output.addAudioTrack(sound);
  await output.start();
  const noise = randomBytes(frameBytes + 997);
  for (let frame = 0; frame < seconds * rate; frame += 1) {
    const at = frame / rate;
    // Each frame has different bytes, so that a wrong offset is detected.
    const from = frame % 997;
    const data = Uint8Array.from(noise.subarray(from, from + frameBytes));
    new DataView(data.buffer).setUint32(0, frameBytes - 4);
    const packet = new EncodedPacket(data, frame % rate === 0 ? "key" : "delta", at, 1 / rate);
    await video.add(packet, {
      decoderConfig: { codec: "avc1.640028", codedWidth: width, codedHeight: height, description: AVC },
    });
    await sound?.add(new EncodedPacket(data.slice(0, 200), "key", at, 1 / rate), {
      decoderConfig: { codec: "opus", numberOfChannels: 2, sampleRate: 48_000 },
    });
  }
  await output.finalize();
  return bytesOf(output);
}

/** Converts a real video to a recording: the same video and audio, in fragments of one second. */
export async function asRecording(bytes: Uint8Array): Promise<Buffer> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const output = fragmented();
  const picture = await input.getPrimaryVideoTrack();
  const codec = await picture?.getCodec();
  if (!picture || !codec) throw new Error("There is no picture track.");
  const video = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(video);
  const audio = await input.getPrimaryAudioTrack();
  const audioCodec = (await audio?.getCodec()) ?? null;
  const sound = audioCodec === null ? null : new EncodedAudioPacketSource(audioCodec);
  if (sound) output.addAudioTrack(sound);
  await output.start();
  const meta = { decoderConfig: (await picture.getDecoderConfig()) ?? undefined };
  const copyPictures = async (): Promise<void> => {
    for await (const packet of new EncodedPacketSink(picture).packets()) await video.add(packet, meta as never);
    video.close();
  };
  const copySound = async (): Promise<void> => {
    if (!audio || !sound) return;
    const soundMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined };
    for await (const packet of new EncodedPacketSink(audio).packets()) await sound.add(packet, soundMeta as never);
    sound.close();
  };
  await Promise.all([copyPictures(), copySound()]);
  await output.finalize();
  return bytesOf(output);
}
