import { RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import type { Pixels } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const MOVIE = { width: 640, height: 360, seconds: 2, rate: 30, audio: null } as const;
/** A secret in the middle of a blue picture. */
const SECRET = "drawbox=color=0x204080:t=fill,drawbox=x=280:y=140:w=80:h=80:color=0xFF00FF:t=fill";
const during = { start: 0, end: 9 };
/** A lens at the top left, which shows the secret three times as large. */
const lens = (patch: object = {}) => ({
  ...during,
  id: "lens",
  kind: "figure",
  shape: {
    id: "l",
    type: "magnifier",
    x: 20,
    y: 20,
    width: 180,
    height: 180,
    source: { x: 320, y: 180 },
    zoom: 3,
    color: "#FFFFFF",
    ...patch,
  },
});
const cover = (kind: string, patch: object = {}) => ({ ...during, id: "c", kind, x: 0.4, y: 0.35, width: 0.2, height: 0.3, ...patch });

/** Returns how many pixels of a picture have the colour of the secret, or one that still shows it. */
function secrets({ data, channels }: Pixels): number {
  let count = 0;
  for (let at = 0; at < data.length; at += channels)
    if ((data[at] ?? 0) > 120 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) > 120) count += 1;
  return count;
}
const colorAt = ({ data, width, channels }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
];

describeByDriver("magnifiers rendered", { timeout: 120_000 }, (only) => {
  let bench: RenderBench;
  let movie: string;
  beforeAll(async () => {
    bench = new RenderBench(only);
    movie = await bench.normalised(MOVIE, { video: SECRET });
  }, 60_000);
  afterAll(() => bench.close());

  it("enlarge the picture around their source while they are shown, and only then", async () => {
    const plain = await bench.frame(movie, {}, 1);
    const shown = await bench.frame(movie, { effects: [lens()] }, 1);
    expect(secrets(plain)).toBe(6_400);
    // The disc of 180 pixels is within the enlarged secret of 240.
    expect(secrets(shown) - secrets(plain)).toBeGreaterThan(20_000);
    expect(colorAt(shown, 110, 110)).toEqual(colorAt(plain, 320, 180));
    expect(secrets(await bench.frame(movie, { effects: [{ ...lens(), start: 0, end: 0.5 }] }, 1))).toBe(6_400);
  });

  it.each([
    ["a box", cover("solid", { color: "#1F8A57" })],
    ["a moving box", cover("solid", { color: "#1F8A57", keys: [cover("", { at: 0 }), cover("", { at: 2, x: 0.42, width: 0.25 })] })],
  ])("never show what is below %s, in any order of the effects", async (_name, covering) => {
    for (const effects of [
      [lens({ opacity: 0.5 }), covering],
      [covering, { ...lens(), id: "other" }, lens({ zoom: 1.1 }), lens({ id: "m", zoom: 10, x: 400, source: { x: 283, y: 143 } })].map(
        (effect, index) => ({ ...effect, id: `e${index}` }),
      ),
    ]) {
      const shown = await bench.frame(movie, { effects }, 1);
      expect(secrets(shown)).toBe(0);
      // The lens shows the cover instead.
      expect(colorAt(shown, 110, 110)).not.toEqual([32, 64, 128]);
    }
  });

  it("show a blurred part blurred, and no figure", async () => {
    const blur = cover("blur", { x: 0, y: 0, width: 1, height: 1, strength: 60 });
    const arrow = {
      ...during,
      id: "r",
      kind: "figure",
      shape: { id: "r", type: "rectangle", x: 240, y: 100, width: 160, height: 160, color: "#1F8A57", fill: "#1F8A57", strokeWidth: 4 },
    };
    const blurred = await bench.frame(movie, { effects: [blur] }, 1);
    const shown = await bench.frame(movie, { effects: [blur, arrow, lens()] }, 1);
    const [middle, enlarged] = [colorAt(blurred, 320, 180), colorAt(shown, 110, 110)];
    for (const [channel, value] of middle.entries()) expect(Math.abs(value - (enlarged[channel] ?? 0))).toBeLessThan(6);
    expect(colorAt(shown, 320, 180)).not.toEqual(middle);
  });

  it("are white outside of the picture, also far away, and may be beyond its edges", async () => {
    for (const far of [lens({ source: { x: 60_000, y: -60_000 } }), lens({ source: { x: -1_000, y: 100 }, zoom: 1.1 })]) {
      const shown = await bench.frame(movie, { effects: [far] }, 1);
      expect(Math.min(...colorAt(shown, 110, 110))).toBeGreaterThan(245);
    }
    const edges = [
      lens({ x: -90, y: -90, source: { x: 0, y: 0 } }),
      lens({ x: 600, y: 330, source: { x: 639, y: 359 }, zoom: 1.5 }),
      lens({ x: 300, y: 100, width: 3, height: 2 }),
      lens({ x: 5_000, y: 5_000 }),
      lens({ x: 100, y: 100, width: 0, height: 0 }),
    ].map((effect, index) => ({ ...effect, id: `e${index}` }));
    const shown = await bench.frame(movie, { effects: edges }, 1);
    expect([shown.width, shown.height]).toEqual([640, 360]);
  });
});
