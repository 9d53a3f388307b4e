import type { Size } from "../sources/picture.plan.ts";
import { bitrateFor, SOUND_BITRATE } from "./bitrate.plan.ts";

/** H.264 levels by the allowed macroblocks per second and per frame, as hexadecimal digits of the codec's name. */
const LEVELS = [
  ["1f", 108_000, 3_600],
  ["28", 245_760, 8_192],
  ["2a", 522_240, 8_704],
  ["32", 589_824, 22_080],
  ["33", 983_040, 36_864],
  ["34", 2_073_600, 36_864],
] as const;
/** High, Main, constrained Baseline. */
const PROFILES = ["6400", "4d00", "42e0"] as const;

/** Returns the lowest H.264 level for a size, or the highest one when none suffices. */
export function levelFor({ width, height }: Size, frameRate: number): string {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = LEVELS.find(([, aSecond, aFrame]) => blocks * frameRate <= aSecond && blocks <= aFrame);
  return (level ?? LEVELS[LEVELS.length - 1] ?? LEVELS[0])[0];
}

/** Returns the video encoding, or null when this browser does not encode H.264. Prefers hardware. */
export async function chooseVideo(size: Size, frameRate: number, kind: "detail" | "motion"): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder === "undefined") return null;
  for (const hardwareAcceleration of ["prefer-hardware", "no-preference"] as const)
    for (const profile of PROFILES) {
      const config: VideoEncoderConfig = {
        codec: `avc1.${profile}${levelFor(size, frameRate)}`,
        ...size,
        bitrate: bitrateFor(size, frameRate),
        framerate: frameRate,
        latencyMode: "realtime",
        hardwareAcceleration,
        contentHint: kind,
        avc: { format: "avc" },
      };
      const support = await VideoEncoder.isConfigSupported(config).catch(() => null);
      if (support?.supported) return config;
    }
  return null;
}

/** Returns the audio encoding: AAC, which every player supports, if the browser has it, else Opus. */
export async function chooseSound(
  sampleRate: number,
  numberOfChannels: number,
): Promise<{ config: AudioEncoderConfig; codec: "aac" | "opus" } | null> {
  if (typeof AudioEncoder === "undefined") return null;
  for (const [codec, name] of [
    ["aac", "mp4a.40.2"],
    ["opus", "opus"],
  ] as const) {
    const config: AudioEncoderConfig = { codec: name, sampleRate, numberOfChannels, bitrate: SOUND_BITRATE };
    const support = await AudioEncoder.isConfigSupported(config).catch(() => null);
    if (support?.supported) return { config, codec };
  }
  return null;
}
