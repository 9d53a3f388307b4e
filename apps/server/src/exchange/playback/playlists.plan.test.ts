import { describe, expect, test } from "vitest";
import { partsPlaylist } from "./playlists.plan.ts";

/** Creates consecutive fragments with these durations. */
function partsOf(...seconds: number[]): [number, number, number][] {
  return seconds.map((length, number) => [1_000 + number * 100, 100, length]);
}

const playlist = (parts: [number, number, number][], isEnded: boolean, jumps?: number[]): string =>
  partsPlaylist({ facts: { headerBytes: 1_000, parts, ...(jumps ? { jumps } : {}) }, uri: "raw.mp4", isEnded, kind: "EVENT" });
const ranges = (text: string): string[] => [...text.matchAll(/^#EXT-X-BYTERANGE:(.*)$/gmu)].map(([, range]) => range ?? "");

describe("a playlist of fragments", () => {
  test("combines them into segments of about one second", () => {
    const text = playlist(partsOf(0.5, 0.5, 0.5, 0.5, 1.2, 0.3), true);
    expect(ranges(text)).toEqual(["200@1000", "200@1200", "100@1400", "100@1500"]);
    expect(text).toContain("#EXTINF:1.00000,");
    expect(text).toContain("#EXT-X-ENDLIST");
  });

  test("lists the same segments as it grows, and none that may still grow", () => {
    const parts = partsOf(...Array.from({ length: 41 }, (_, number) => 0.4 + (number % 3) * 0.1));
    const whole = ranges(playlist(parts, true));
    for (let count = 0; count <= parts.length; count += 1) {
      const growing = ranges(playlist(parts.slice(0, count), false));
      expect(whole.slice(0, growing.length)).toEqual(growing);
    }
  });

  test("starts a new segment after a time jump or a gap in the file", () => {
    const parts = partsOf(0.5, 0.4, 0.5, 0.5);
    expect(ranges(playlist(parts, true, [1]))).toEqual(["100@1000", "200@1100", "100@1300"]);
    expect(ranges(playlist([...partsOf(0.5), [2_000, 100, 0.5]], true))).toEqual(["100@1000", "100@2000"]);
  });
});
