import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AUDIO_ENCODERS, OUTPUT_FORMATS, VIDEO_ENCODERS } from "../video.port.ts";
import { INPUT_DEMUXERS } from "./video-tasks.ts";

const DOCKERFILE = readFileSync(fileURLToPath(new URL("../../../../../../Dockerfile", import.meta.url)), "utf8");
/** Names of parts of ffmpeg that differ from the names in its options. */
const PARTS: Readonly<Record<string, string>> = { "libvpx-vp9": "libvpx_vp9", s16le: "pcm_s16le", png_pipe: "image_png_pipe" };
/** The option of each library, and Debian's package to build with it. */
const LIBRARIES: Readonly<Record<string, readonly [option: string, debian: string]>> = {
  libx264: ["libx264", "libx264-dev"],
  "libvpx-vp9": ["libvpx", "libvpx-dev"],
  libwebp_anim: ["libwebp", "libwebp-dev"],
  libopus: ["libopus", "libopus-dev"],
  libmp3lame: ["libmp3lame", "libmp3lame-dev"],
};

/** Returns the parts of one kind with which the image's program is built. */
const builtWith = (kind: string): string[] => new RegExp(`--enable-${kind}=(\\S+)`, "u").exec(DOCKERFILE)?.[1]?.split(",") ?? [];
const partsOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => PARTS[name] ?? name))].toSorted();

it.each([
  ["encoder", [...VIDEO_ENCODERS, ...AUDIO_ENCODERS]],
  ["muxer", OUTPUT_FORMATS],
  ["demuxer", Object.values(INPUT_DEMUXERS)],
] as const)("the program of the image has every %s that the server uses, and no other", (kind, names) => {
  expect(builtWith(kind).toSorted()).toEqual(partsOf(names));
});

it("the program of the image is built with the libraries of its encoders", () => {
  const encoders = [...VIDEO_ENCODERS, ...AUDIO_ENCODERS].filter((name) => name.startsWith("lib"));
  for (const name of encoders) {
    const [option, debian] = LIBRARIES[name] ?? [name, name];
    expect(DOCKERFILE).toMatch(new RegExp(`--enable-${option}\\s`, "u"));
    expect(DOCKERFILE).toMatch(new RegExp(`\\s${debian}\\s`, "u"));
  }
});
