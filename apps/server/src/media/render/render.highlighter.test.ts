import { RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import { afterAll, beforeAll, expect, it } from "vitest";

const MOVIE = { width: 640, height: 360, seconds: 2, rate: 30, audio: null } as const;
/** A white page with a black word in the middle. */
const PAGE = "drawbox=color=white:t=fill,drawbox=x=280:y=140:w=80:h=80:color=black:t=fill";
const stroke = (id: string, color: string, patch: object = {}) => ({
  id,
  start: 0,
  end: 1.5,
  kind: "figure",
  shape: { id, type: "highlighter", points: [100, 180, 540, 180], color, strokeWidth: 40, ...patch },
});

describeByDriver("highlighters rendered", { timeout: 120_000 }, (only) => {
  let bench: RenderBench;
  let movie: string;
  beforeAll(async () => {
    bench = new RenderBench(only);
    movie = await bench.normalised(MOVIE, { video: PAGE });
  }, 60_000);
  afterAll(() => bench.close());

  /** Returns the colours of the page and of the word, both in the middle of the stroke. */
  async function colors(effects: readonly object[], at = 1): Promise<{ page: number[]; word: number[] }> {
    const { data, width, channels } = await bench.frame(movie, { effects }, at);
    const colorAt = (x: number, y: number): number[] => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
    return { page: colorAt(200, 180), word: colorAt(320, 180) };
  }
  /** Returns the largest difference of a channel. */
  const difference = (found: number[], wanted: readonly number[]): number =>
    Math.max(...wanted.map((value, channel) => Math.abs((found[channel] ?? 0) - value)));

  it("colour the page, and leave words readable", async () => {
    const { page, word } = await colors([stroke("a", "#FFC42E")]);
    expect(difference(page, [255, 196, 46])).toBeLessThan(8);
    expect(difference(word, [0, 0, 0])).toBeLessThan(8);
    expect(difference((await colors([stroke("a", "#FFC42E")], 1.8)).page, [255, 255, 255])).toBeLessThan(8);
  });

  it("are as strong as their opacity, and multiply each other and figures below them", async () => {
    expect(difference((await colors([stroke("a", "#FFC42E", { opacity: 0.5 })])).page, [255, 226, 150])).toBeLessThan(8);
    expect(difference((await colors([stroke("a", "#FFC42E"), stroke("b", "#80FFFF")])).page, [128, 196, 46])).toBeLessThan(8);
    const box = { type: "rectangle", x: 150, y: 120, width: 100, height: 120, color: "#1F8A57", fill: "#1F8A57", strokeWidth: 4 };
    const below = { id: "r", start: 0, end: 2, kind: "figure", shape: { id: "r", ...box } };
    expect(difference((await colors([below, stroke("a", "#FFC42E")])).page, [31, 106, 16])).toBeLessThan(8);
    expect(difference((await colors([stroke("a", "#FFC42E"), below])).page, [31, 138, 87])).toBeLessThan(8);
  });
});
