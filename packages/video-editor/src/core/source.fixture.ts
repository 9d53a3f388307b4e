import type { EditSource } from "@stillreel/contract";

/** Returns the facts of an edited video for tests. */
export const videoSource = (patch: Partial<EditSource> = {}): EditSource => ({
  itemId: "own",
  type: "video",
  title: "Renewal",
  url: "/v",
  mimeType: "video/mp4",
  duration: 40,
  width: 1_920,
  height: 1_080,
  frameRate: 25,
  hasSound: true,
  storyboard: null,
  waveformUrl: null,
  posterUrl: null,
  ...patch,
});
