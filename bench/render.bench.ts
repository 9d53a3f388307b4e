import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { EditDocument } from "@stillreel/contract";
import { createRenderer, type RenderJob } from "@stillreel/server/media/render/index.ts";
import { picturePlan } from "@stillreel/server/media/render/render.picture.plan.ts";
import { drawn, prepared } from "@stillreel/server/media/render/render.prepare.ts";
import { sectionsOf } from "@stillreel/server/media/render/render.sections.plan.ts";
import { h264 } from "@stillreel/server/media/media/media.encoding.plan.ts";
import { playbackOperation } from "@stillreel/server/media/media/media.video.plan.ts";
import { useBundledPrograms } from "@stillreel/server/platform/ports/confinement/child-program.ts";
import { createDrawings } from "@stillreel/server/platform/ports/drawing/index.ts";
import { createImages } from "@stillreel/server/platform/ports/images/index.ts";
import { PACKET_SAMPLES, SAMPLE_RATE, type Videos } from "@stillreel/server/platform/ports/video.port.ts";
import { createVideos } from "@stillreel/server/platform/ports/video/index.ts";
import pino from "pino";
import { type Taken, watchChildren } from "./support/children.ts";
import { median } from "./support/load.ts";
import { type FilmRecipe, recordedFilm, writeFilm } from "./support/films.ts";
import type { Figure } from "./support/report.ts";
import { ROOT } from "./support/server.ts";

const MINUTE_S = 60;
const CUTS_TARGET_S = 5;
const CUTS_ROUNDS = 3;
const GRAPH_RATIO = 1.5;
const MEMORY_TARGET_MB = 600;
/** Packets by which repeated sounds overlap. */
const JOINT_PACKETS = 20;
/** Packets at the end of a file that are not used: the drivers write a different number of them. */
const SPARE_PACKETS = 8;
/** Minutes of the long video; 180 is the length of the target, and takes hours of processor time. */
const LONG_MINUTES = Number(process.env.RENDER_MINUTES ?? "10");

/** What a part needs. */
interface Stage {
  folder: string;
  videos: Videos;
  /** Renders a document over a source, and returns what it needed. */
  render(source: string, document: object): Promise<Taken & { seconds: number; job: RenderJob }>;
}

async function onStage(name: string, run: (stage: Stage) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "work"), { recursive: true });
  // The processes of an installation are bundled, and start faster than the sources.
  useBundledPrograms(path.join(ROOT, "apps/server/dist"));
  const videos = createVideos({ ffmpegPath: process.env.FFMPEG_PATH, log: pino({ level: "silent" }) });
  const images = createImages({ maxPixels: 50_000_000, folder });
  const renderer = createRenderer({ videos, images });
  const work = path.join(folder, "work");
  const render: Stage["render"] = async (source, document) => {
    const probe = await videos.probe(source);
    const job: RenderJob = {
      document: EditDocument.parse({
        format: 1,
        clips: [
          {
            start: 0,
            end: probe.duration,
          },
        ],
        ...document,
      }),
      sources: new Map([
        [
          undefined,
          {
            type: "video",
            path: source,
            probe,
          },
        ],
      ]),
      assets: new Map(),
      output: path.join(work, "output.mp4"),
      folder: work,
    };
    const children = watchChildren(folder);
    const began = performance.now();
    await renderer.render(job);
    return { seconds: (performance.now() - began) / 1000, ...children.stop(), job };
  };
  try {
    return await run({ folder, videos, render });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns which driver rendered: a machine with the ffmpeg program uses that. */
const engineOf = async ({ videos }: Stage): Promise<string> => `by ${(await videos.engine()) ?? "nothing"}`;

/** Writes a short film, by default of one minute, as the server normalises it. */
async function minute({ folder, videos }: Stage, recipe = recordedFilm(MINUTE_S)): Promise<string> {
  const [film, normal] = [path.join(folder, "film.mp4"), path.join(folder, "minute.mp4")];
  await writeFilm(film, recipe);
  await videos.convert(playbackOperation(await videos.probe(film), film, normal));
  return normal;
}

/** Repeats a film, by default of one minute, without encoding it again. */
async function repeated(stage: Stage, count: number, recipe = recordedFilm(MINUTE_S)): Promise<string> {
  const source = await minute(stage, recipe);
  const long = path.join(stage.folder, "long.mp4");
  const { duration } = await stage.videos.probe(source);
  const turns = Array.from({ length: count }, (_, index) => index);
  const pieces = turns.map((index) => {
    const start = index * duration;
    return { path: source, range: { from: 0, to: Number.MAX_SAFE_INTEGER }, shift: start, start, end: start + duration };
  });
  const { sound: own } = await stage.videos.outline(source, []);
  const packets = Math.floor((recipe.seconds * SAMPLE_RATE) / PACKET_SAMPLES) - JOINT_PACKETS - SPARE_PACKETS;
  const sound = turns.map((index) => {
    const start = index * packets;
    return { path: source, shift: start * PACKET_SAMPLES - (own?.from ?? 0), start, end: start + packets + JOINT_PACKETS };
  });
  await stage.videos.join(pieces, sound, long);
  return long;
}

/** Measures a document that only cuts: most packets are copied. */
export const benchRenderCuts = (): Promise<Figure[]> =>
  onStage("render-cuts", async (stage) => {
    const long = await repeated(stage, 10);
    const clips = [0, 101.3, 205.7, 310.1, 420.9, 503.3].map((start) => ({ start, end: start + 90 }));
    const runs: (Taken & { seconds: number })[] = [];
    for (let round = 0; round < CUTS_ROUNDS; round += 1) runs.push(await stage.render(long, { clips }));
    const seconds = median(runs.map((run) => run.seconds));
    const cpuS = median(runs.map((run) => run.cpuS));
    const peakMb = Math.max(...runs.map((run) => run.peakMb));
    const taken = `${cpuS.toFixed(1)} s of processor time, ${peakMb.toFixed(0)} MB`;
    const note = `median of ${CUTS_ROUNDS}; 10 min of 1080p30, ${taken}, ${await engineOf(stage)}`;
    const target = `≤ ${CUTS_TARGET_S} s`;
    return [{ name: "edit with 5 cuts → file", measured: `${seconds.toFixed(1)} s`, target, pass: seconds <= CUTS_TARGET_S, note }];
  });

const box = { x: 0.1, y: 0.1, width: 0.3, height: 0.2 };
const EFFECTS = [
  { id: "a", kind: "blur", start: 0, end: 3_600, ...box },
  { id: "b", kind: "blur", start: 0, end: 3_600, ...box, x: 0.6, y: 0.6 },
  { id: "c", kind: "text", start: 0, end: 3_600, ...box, y: 0.8, text: "Benchmark" },
];

/** Measures a render of every frame against its graph alone. */
export const benchRenderFull = (): Promise<Figure[]> =>
  onStage("render-full", async (stage) => {
    const source = await minute(stage);
    const { seconds, cpuS, job } = await stage.render(source, { effects: EFFECTS });
    const ready = await prepared({ convert: () => Promise.reject(new Error("There is no image.")) }, job);
    const sections = sectionsOf(job.document, ready.context.rate);
    const [section] = sections;
    if (!section) throw new Error("There is nothing to render.");
    const find = await drawn(createDrawings(), ready, sections, job.folder, undefined);
    const { graph, ...video } = h264(ready.context.size, 30);
    const output = { path: path.join(job.folder, "alone.mp4"), format: "mp4", options: {}, video, audio: null } as const;
    const limits = { wallMs: 3_600_000, cpuS: 3_600, fileBytes: 10_000_000_000 };
    const began = performance.now();
    const plan = picturePlan(ready.context, section, ready.sourceOf(undefined), find, [graph]);
    await stage.videos.compose([{ ...plan, outputs: [output], seconds: MINUTE_S, limits }]);
    const alone = (performance.now() - began) / 1000;
    return [
      {
        name: "60 s of 1080p30 with two blurs and a text",
        measured: `${seconds.toFixed(1)} s`,
        floor: `${alone.toFixed(1)} s`,
        target: `≤ ${GRAPH_RATIO} × the graph alone`,
        pass: seconds <= GRAPH_RATIO * alone,
        note: `${cpuS.toFixed(1)} s of processor time, ${await engineOf(stage)}`,
      },
    ];
  });

/** Ten seconds of few bytes: 1,080 of them have the packets of three hours, and not their size. */
const SMALL: FilmRecipe = { ...recordedFilm(10), video: { encoder: "libx264", options: { preset: "ultrafast", crf: "51", g: "30" } } };
const LONG_S = 3 * 3_600;

/** Measures the memory of edits of three hours: cuts, a faster part, another volume, a fade and a blur. */
export const benchRenderLong = (): Promise<Figure[]> =>
  onStage("render-long", async (stage) => {
    const long = await repeated(stage, LONG_S / SMALL.seconds, SMALL);
    const { seconds, cpuS, peakMb } = await stage.render(long, {
      clips: [
        { start: 0.4, end: 3_600 },
        { start: 3_700.3, end: 4_300, volume: 0.5 },
        { start: 4_300, end: 4_320, speed: 4 },
        { start: 4_400.7, end: LONG_S - 30, fadeOut: 1 },
      ],
      effects: [{ id: "a", kind: "blur", start: 9_000, end: 9_005, ...box }],
    });
    const target = `≤ ${MEMORY_TARGET_MB} MB`;
    const note = `${seconds.toFixed(0)} s, ${cpuS.toFixed(0)} s of processor time, ${await engineOf(stage)}`;
    const name = "memory of all processes, edits of 3 h of 1080p30";
    return [{ name, measured: `${peakMb.toFixed(0)} MB`, target, pass: peakMb <= MEMORY_TARGET_MB, note }];
  });

/** Ten seconds of small pictures: three hours of them can be decoded, changed and encoded within minutes. */
const TINY: FilmRecipe = { ...SMALL, width: 320, height: 180 };

/** Measures the memory of a render that encodes every frame of three hours. */
export const benchRenderLongFull = (): Promise<Figure[]> =>
  onStage("render-long-full", async (stage) => {
    const long = await repeated(stage, LONG_S / TINY.seconds, TINY);
    const whole = { start: 0, end: LONG_S };
    const { seconds, cpuS, peakMb } = await stage.render(long, {
      clips: [{ start: 0, end: LONG_S - 1 }],
      effects: [
        { id: "a", kind: "blur", ...whole, ...box },
        { id: "b", kind: "text", ...whole, ...box, y: 0.7, text: "Benchmark" },
      ],
    });
    const name = "memory of all processes, 3 h of 320×180 at 30 fps, every frame encoded";
    const target = `≤ ${MEMORY_TARGET_MB} MB`;
    const note = `${seconds.toFixed(0)} s, ${cpuS.toFixed(0)} s of processor time, ${await engineOf(stage)}`;
    return [{ name, measured: `${peakMb.toFixed(0)} MB`, target, pass: peakMb <= MEMORY_TARGET_MB, note }];
  });

/** Measures the memory of a long render of every frame. `RENDER_MINUTES=180` for three hours. */
export const benchRenderMemory = (): Promise<Figure[]> =>
  onStage("render-memory", async (stage) => {
    const long = await repeated(stage, LONG_MINUTES);
    const { seconds, peakMb } = await stage.render(long, {
      clips: [{ start: 0, end: LONG_MINUTES * MINUTE_S, speed: 4 }],
      effects: EFFECTS,
    });
    const name = `memory of all processes, ${LONG_MINUTES} min of 1080p30 at four times the speed`;
    const target = `≤ ${MEMORY_TARGET_MB} MB`;
    return [
      {
        name,
        measured: `${peakMb.toFixed(0)} MB`,
        target,
        pass: peakMb <= MEMORY_TARGET_MB,
        note: `${seconds.toFixed(0)} s, ${await engineOf(stage)}`,
      },
    ];
  });
