import { readFileSync } from "node:fs";
import { type Pixels, similarity } from "@stillreel/testing";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onsets, pictureOf, pixelsOf, RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";

const MOVIE = { width: 640, height: 360, seconds: 4, rate: 30 } as const;
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const during = { id: "one", start: 0, end: 9 };
const keys = [
  { at: 0, ...box(0.1, 0.1, 0.2, 0.2) },
  { at: 4, ...box(0.7, 0.6, 0.3, 0.2) },
];
/** The box between both keys at 2 s: the middle of both, with the larger sides. */
const MIDDLE = box((0.2 + 0.85) / 2 - 0.15, (0.2 + 0.7) / 2 - 0.1, 0.3, 0.2);

/** Returns whole pixels around a box in shares. */
function pixelsIn({ x, y, width, height }: ReturnType<typeof box>): { left: number; top: number; width: number; height: number } {
  const [left, top] = [Math.floor(x * MOVIE.width), Math.floor(y * MOVIE.height)];
  return { left, top, width: Math.ceil((x + width) * MOVIE.width) - left, height: Math.ceil((y + height) * MOVIE.height) - top };
}

async function covered(plain: Pixels, area: ReturnType<typeof box>, change: "solid" | "blur"): Promise<Pixels> {
  const { left, top, width, height } = pixelsIn(area);
  const solid = { create: { width, height, channels: 3 as const, background: "#E5352B" } };
  const patch =
    change === "solid"
      ? { input: solid, left, top }
      : {
          input: await pictureOf(await pixelsOf(pictureOf(plain).blur(20 / 3 / 2)))
            .extract({ left, top, width, height })
            .png()
            .toBuffer(),
          left,
          top,
        };
  return pixelsOf(pictureOf(plain).composite([patch]));
}

/** Returns the middle quarter of a picture in its full size, drawn by a canvas. */
async function enlarged(plain: Pixels): Promise<Pixels> {
  const canvas = createCanvas(plain.width, plain.height);
  const image = await loadImage(await pictureOf(plain).png().toBuffer());
  canvas.getContext("2d").drawImage(image, 160, 90, 320, 180, 0, 0, 640, 360);
  return pixelsOf(sharp(canvas.encodeSync("png")));
}

describeByDriver("rendering", { timeout: 120_000 }, (only) => {
  let bench: RenderBench;
  let movie: string;
  beforeAll(async () => {
    bench = new RenderBench(only);
    movie = await bench.normalised(MOVIE, { video: "drawgrid=w=20:h=14:t=3:color=0x204080" });
  }, 60_000);
  afterAll(() => bench.close());

  it.each<[string, object, (plain: Pixels) => Promise<Pixels>]>([
    [
      "a solid box",
      { effects: [{ ...during, kind: "solid", ...box(0.1, 0.2, 0.3, 0.3), color: "#E5352B" }] },
      (plain) => covered(plain, box(0.1, 0.2, 0.3, 0.3), "solid"),
    ],
    [
      "a moving solid box",
      { effects: [{ ...during, kind: "solid", ...box(0, 0, 1, 1), keys, color: "#E5352B" }] },
      (plain) => covered(plain, MIDDLE, "solid"),
    ],
    [
      "a blurred box",
      { effects: [{ ...during, kind: "blur", ...box(0.3, 0.3, 0.3, 0.3), strength: 20 }] },
      (plain) => covered(plain, box(0.3, 0.3, 0.3, 0.3), "blur"),
    ],
    [
      "a moving blurred box",
      { effects: [{ ...during, kind: "blur", ...box(0, 0, 1, 1), keys, strength: 20 }] },
      (plain) => covered(plain, MIDDLE, "blur"),
    ],
    ["a zoom", { effects: [{ ...during, kind: "zoom", ...box(0.25, 0.25, 0.5, 0.5) }] }, enlarged],
    [
      "crop and rotation",
      { crop: box(0.25, 0.5, 0.5, 0.25), rotate: 90 },
      async (plain) =>
        pixelsOf(pictureOf(await pixelsOf(pictureOf(plain).extract({ left: 160, top: 180, width: 320, height: 90 }))).rotate(90)),
    ],
    ["a fade", { clips: [{ start: 0, end: 4, fadeIn: 4 }] }, (plain) => pixelsOf(pictureOf(plain).linear(0.5, 0))],
  ])("shows %s like an independent drawing", async (_name, given, expected) => {
    const plain = await bench.frame(movie, {}, 2);
    const shown = await bench.frame(movie, given, 2);
    const reference = await expected(plain);
    expect([shown.width, shown.height]).toEqual([reference.width, reference.height]);
    expect(similarity(shown, reference)).toBeGreaterThan(0.98);
    // The reference is not simply similar to everything.
    if (plain.width === reference.width) expect(similarity(plain, reference)).toBeLessThan(0.98);
  });

  it("shows the same frames in the video as alone", async () => {
    const given = {
      clips: [
        { start: 2, end: 3 },
        { start: 0, end: 2, speed: 2 },
      ],
      effects: [{ ...during, start: 0.5, end: 1.5, kind: "pixelate", ...box(0.2, 0.2, 0.4, 0.4), keys, strength: 40 }],
    };
    const job = await bench.jobOf(movie, given);
    const parts: number[] = [];
    const probe = await bench.renderer.render(job, { onProgress: (part) => parts.push(part) });
    expect(probe).toMatchObject({ width: 640, height: 360, isFastStart: true, videoCodec: "avc", audioCodec: "aac" });
    expect(probe.duration).toBeCloseTo(2, 1);
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true);
    for (const time of [0, 0.9, 1.3]) {
      const shown = await bench.frame(job.output, {}, time);
      const alike = similarity(shown, await bench.frame(movie, given, time));
      // Encoding changes pixels slightly. The frames beside it differ more.
      expect(alike, `at ${time} s`).toBeGreaterThan(0.93);
      expect(alike).toBeGreaterThan(similarity(shown, await bench.frame(movie, given, time + (time < 0.5 ? 2 : -2) / 30)));
    }
  });

  // One clip has no other sound to adapt to, so that its samples must have the encoder's form by themselves.
  it.each<{ speed?: number; volume?: number; fadeIn?: number; fadeOut?: number }>([
    { speed: 0.25 },
    { speed: 2 },
    { speed: 4 },
    { volume: 0.5 },
    { volume: 0 },
    { fadeIn: 1, fadeOut: 1 },
  ])("renders one clip with %j and its sound", async (change) => {
    const job = await bench.jobOf(movie, { clips: [{ start: 1, end: 3, ...change }] });
    const probe = await bench.renderer.render(job);
    expect(probe.audioCodec).toBe("aac");
    expect(probe.duration).toBeCloseTo(2 / (change.speed ?? 1), 1);
  });

  it("covers a marker in every frame while its box moves", async () => {
    // A box filter cannot move by frames; an overlay can, to even pixels.
    const moving = `split[base][copy];[copy]crop=80:60:0:0,drawbox=color=0xFF00FF:t=fill[mark];[base][mark]overlay=x='100+90*t':y=100:eval=frame`;
    const source = await bench.normalised({ ...MOVIE, audio: null }, { video: moving });
    const at = (second: number) => ({ at: second, ...box((98 + 90 * second) / 640, 98 / 360, 84 / 640, 64 / 360) });
    const effects = [{ ...during, kind: "solid", ...box(0, 0, 0.1, 0.1), keys: [0, 1, 2, 4].map(at) }];
    const job = await bench.jobOf(source, { effects });
    await bench.renderer.render(job);
    const isMarked = ({ data }: Pixels): number => {
      let count = 0;
      for (let index = 0; index < data.length; index += 3)
        if ((data[index] ?? 0) > 120 && (data[index + 1] ?? 0) < 60 && (data[index + 2] ?? 0) > 120) count += 1;
      return count;
    };
    expect(isMarked(await bench.colors(source, 320, 180, 120))).toBeGreaterThan(10_000);
    expect(isMarked(await bench.colors(job.output, 320, 180, 120))).toBe(0);
  });

  it("leaves no packet of a removed part in the file", async () => {
    const picture = "drawbox=color=0xFF00FF:t=fill:enable='between(t,3,4.9)'";
    const audio =
      "volume=0,aresample=48000,aformat=channel_layouts=mono[quiet];sine=f=3000:r=48000:d=8,volume='if(between(t,3,4.9),1,0)':eval=frame[tone];[quiet][tone]amix=inputs=2:duration=first:normalize=0";
    const source = await bench.normalised({ ...MOVIE, width: 320, height: 180, seconds: 8 }, { video: picture, audio });
    const job = await bench.jobOf(source, {
      clips: [
        { start: 0.5, end: 2.97 },
        { start: 4.95, end: 8 },
      ],
    });
    const probe = await bench.renderer.render(job);
    expect(probe.duration).toBeCloseTo(5.52, 1);
    const isPink = (colors: Pixels): boolean[] =>
      Array.from({ length: colors.height }, (_, row) => {
        const [red = 0, green = 0, blue = 0] = colors.data.subarray(row * 3, row * 3 + 3);
        return red > 200 && green < 60 && blue > 200;
      });
    expect(isPink(await bench.colors(source, 1, 1, 240)).filter(Boolean).length).toBeGreaterThan(50);
    expect(isPink(await bench.colors(job.output, 1, 1, 166)).some(Boolean)).toBe(false);
    const loudest = (samples: Int16Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const high = "highpass=f=2000";
    expect(loudest(await bench.samples(source, high))).toBeGreaterThan(1_000);
    expect(loudest(await bench.samples(job.output, high))).toBeLessThan(100);
    // Most packets were copied, and every packet is shown: no edit list hides one.
    const [original, result] = [readFileSync(source), readFileSync(job.output)];
    const offsets = Array.from({ length: 100 }, (_, index) => Math.floor(original.length * (0.8 + index / 500)));
    expect(offsets.filter((at) => result.includes(original.subarray(at, at + 40))).length).toBeGreaterThan(10);
    const list = result.indexOf("elst");
    for (let at = list; at >= 0; at = result.indexOf("elst", at + 4)) expect(result.readInt32BE(at + 16)).toBe(0);
  });

  it("has sound within 20 ms after ten cuts", async () => {
    const beeps =
      "volume=0,aresample=48000,aformat=channel_layouts=mono[quiet];sine=f=1000:r=48000:d=12,volume='if(lt(mod(t,0.5),0.05),8,0)':eval=frame[tone];[quiet][tone]amix=inputs=2:duration=first:normalize=0,asetnsamples=n=240";
    const source = await bench.normalised({ width: 320, height: 180, seconds: 12, rate: 30 }, { audio: beeps });
    const found = onsets(await bench.samples(source));
    expect(found.length).toBeGreaterThan(20);
    const clips = Array.from({ length: 11 }, (_, index) => ({ start: index + 0.213, end: index + 0.877 }));
    const job = await bench.jobOf(source, { clips });
    await bench.renderer.render(job);
    const sounding = onsets(await bench.samples(job.output));
    const expected = clips.flatMap(({ start, end }, index) =>
      found.filter((at) => at > start + 0.02 && at < end - 0.06).map((at) => index * 0.664 + at - start),
    );
    expect(expected.length).toBe(11);
    expect(sounding.length).toBe(expected.length);
    for (const [index, at] of expected.entries()) expect(Math.abs((sounding[index] ?? 0) - at)).toBeLessThan(0.02);
  });
});
