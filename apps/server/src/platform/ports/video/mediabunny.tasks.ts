import {
  Conversion,
  EncodedPacketSink,
  FilePathTarget,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
  type InputAudioTrack,
  type InputVideoTrack,
} from "mediabunny";
import type { VideoType } from "@stillreel/contract";
import { VideoError, type Rotation, type VideoProbe } from "../video.port.ts";
import { fileSource } from "./file-source.ts";
import { layoutOf } from "./mp4-layout.ts";
import { STREAMS_MAX } from "./video-tasks.ts";

/** Permitted formats. The playlist format is excluded, because it reads other files. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA];
/** Maximum number of keyframes for measuring their distance. */
const KEY_SAMPLE = 60;
/** Number of frames for the average rate. */
const RATE_SAMPLE = 240;

/** Opens a file for reading. */
export const openInput = (path: string): Input => new Input({ formats: FORMATS, source: fileSource(path) });

/** Returns the codec name of the library, otherwise of the container. */
async function codecName(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const known = await track.getCodec();
  if (known !== null) return known;
  const internal = await track.getInternalCodecId();
  return typeof internal === "string" || typeof internal === "number"
    ? String(internal).replaceAll(/[^\w./-]/gu, "") || "unknown"
    : "unknown";
}

/** Returns the longest distance between the first keyframes. */
async function keyFrameGapOf(track: InputVideoTrack, end: number): Promise<number | null> {
  const sink = new EncodedPacketSink(track);
  let last = await sink.getFirstKeyPacket({ metadataOnly: true });
  let gap = 0;
  for (let count = 0; last !== null && count < KEY_SAMPLE; count += 1) {
    const next = await sink.getNextKeyPacket(last, { metadataOnly: true });
    gap = Math.max(gap, (next?.timestamp ?? end) - last.timestamp);
    last = next;
  }
  return Math.round(gap * 1000) / 1000;
}

/** Returns the audio track of the video; a track without packets does not count. */
async function soundOf(video: InputVideoTrack): Promise<InputAudioTrack | null> {
  const audio = await video.getPrimaryPairableAudioTrack();
  return audio && (await new EncodedPacketSink(audio).getFirstPacket({ metadataOnly: true })) ? audio : null;
}

/** Probes a video. `mimeType` was detected from the first bytes. Throws VideoError, or the library's error for corrupt files. */
export async function probeVideo(path: string, mimeType: VideoType): Promise<VideoProbe> {
  using input = openInput(path);
  if ((await input.getTracks()).length > STREAMS_MAX) throw new VideoError("too-heavy", `It has more than ${STREAMS_MAX} tracks.`);
  const video = await input.getPrimaryVideoTrack();
  if (!video) {
    const isSound = (await input.getAudioTracks()).length > 0;
    throw isSound ? new VideoError("not-video", "There is only sound in it.") : new VideoError("damaged", "Its index is missing.");
  }
  const audio = await soundOf(video);
  const [width, height, rotation, videoCodec, videoCodecString] = await Promise.all([
    video.getDisplayWidth(),
    video.getDisplayHeight(),
    video.getRotation(),
    codecName(video),
    video.getCodecParameterString().catch(() => null),
  ]);
  const isIndexed = (await input.getDurationFromMetadata().catch(() => null)) !== null;
  const tracks = audio ? [video, audio] : [video];
  const [first, end] = await Promise.all([input.getFirstTimestamp(tracks), input.computeDuration(tracks)]);
  const stats = await video.computePacketStats(RATE_SAMPLE);
  const duration = end - Math.max(0, first);
  if (!(width > 0 && height > 0 && Number.isFinite(duration) && duration >= 0 && stats.packetCount > 0))
    throw new VideoError("damaged", "It has no size or no frames.");
  const rate = stats.averagePacketRate;
  return {
    mimeType,
    width: Math.round(width),
    height: Math.round(height),
    rotation: rotation as Rotation,
    duration,
    isIndexed,
    isFastStart: mimeType === "video/mp4" && (await layoutOf(path)).isFastStart,
    // Only for codecs that may be copied, because it reads the file.
    keyFrameGap: videoCodec === "avc" ? await keyFrameGapOf(video, end) : null,
    videoCodec,
    videoCodecString,
    audioCodec: audio ? await codecName(audio) : null,
    audioCodecString: audio ? await audio.getCodecParameterString().catch(() => null) : null,
    frameRate: stats.packetCount > 1 && Number.isFinite(rate) && rate > 0 ? Math.round(rate * 1000) / 1000 : null,
  };
}

/** Copies the main video and audio tracks into a new container with the index at its end; browsers find it by range requests. */
export async function remuxVideo(from: string, to: string, container: "mp4" | "webm"): Promise<void> {
  using input = openInput(from);
  const output = new Output({
    format: container === "mp4" ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new FilePathTarget(to),
  });
  const conversion = await Conversion.init({ input, output, tracks: "primary", copy: { mode: "forced" }, tags: {}, showWarnings: false });
  if (!conversion.isValid || !conversion.utilizedTracks.some((track) => track.isVideoTrack()))
    throw new VideoError("damaged", "Its tracks cannot be copied.");
  await conversion.execute();
}
