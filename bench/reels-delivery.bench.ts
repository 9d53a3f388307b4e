import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { recording } from "@stillreel/testing/recording";
import { nginx } from "./support/floors.ts";
import { flood } from "./support/hammer.ts";
import { median } from "./support/load.ts";
import { beginRecording, type OpenRecording } from "./support/recordings.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";
import { benchStatistics } from "./support/statistics.ts";

const ROUNDS = 5;
const MB = 1024 * 1024;
/** Size of one frame at two frames a second: about 330 KB a second, as for 1080p of a moving screen. */
const FRAME = { rate: 2, frameBytes: 170_000, width: 1920, height: 1080 };
const SHORT_S = 10;
const LONG_S = 600;

type Headers = Record<string, string>;

/** Sends a recording as the recorder does: all but its last second has arrived when it is stopped. */
async function sendAlmostAll(url: string, headers: Headers, film: Buffer): Promise<OpenRecording> {
  const upload = await beginRecording(url, headers);
  const end = film.length - FRAME.rate * FRAME.frameBytes;
  for (let at = 0; at < end; at += 8 * MB) await upload.append(film.subarray(at, Math.min(at + 8 * MB, end)));
  return upload;
}

/** Sends the first requests of a visitor's player: the item, its playlist, the head of the file. */
async function playFirst(url: string, itemId: string, slug: string): Promise<void> {
  const playback = (await (await fetch(`${url}/api/v1/items/${itemId}/playback?share=${slug}`)).json()) as {
    data?: { sources: { kind: string; url: string }[] };
  };
  const source = playback.data?.sources[0];
  if (!source) throw new Error("A stopped recording has nothing to play.");
  const first = await fetch(new URL(source.url, url));
  const head = await fetch(`${url}/api/v1/items/${itemId}/stream/raw.mp4?share=${slug}`, { headers: { range: "bytes=0-65535" } });
  if (!first.ok || head.status !== 206) throw new Error("A stopped recording cannot be played.");
  await Promise.all([first.arrayBuffer(), head.arrayBuffer()]);
}

interface Stop {
  answeredMs: number;
  playableMs: number;
}

async function stop(url: string, headers: Headers, film: Buffer): Promise<Stop & { itemId: string; slug: string }> {
  const { append, offset, itemId, slug } = await sendAlmostAll(url, headers, film);
  const began = performance.now();
  await append(film.subarray(offset()), { "upload-length": String(film.length) });
  const answeredMs = performance.now() - began;
  await playFirst(url, itemId, slug);
  return { answeredMs, playableMs: performance.now() - began, itemId, slug };
}

/** Compares the stop of a short recording with that of a long one. */
function stopFigure(name: string, stops: { short: Stop[]; long: Stop[] }, key: keyof Stop, target: number, longMb: number): Figure {
  const ms = (all: Stop[], key: keyof Stop): number => median(all.map((one) => one[key]));
  const [one, other] = [ms(stops.short, key), ms(stops.long, key)];
  return {
    name,
    measured: `${one.toFixed(0)} ms after 10 s, ${other.toFixed(0)} ms after 10 min`,
    target: `≤ ${target} ms, both`,
    pass: Math.max(one, other) <= target,
    note: `${longMb} MB, median of ${ROUNDS}; the last second is sent when it is stopped, fsync on`,
  };
}

/** Measures ranges of a recording against the same ranges from nginx. */
async function rangesFigure(floorUrl: string, url: string, longMb: number): Promise<Figure> {
  const shares: number[] = [];
  let rates = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await flood(`${floorUrl}/recording.mp4`, { seconds: 3, rangesOfMb: longMb });
    const own = await flood(url, { seconds: 3, rangesOfMb: longMb });
    shares.push(own.perSecond / bare.perSecond);
    rates = [own.perSecond, bare.perSecond];
  }
  const share = median(shares);
  return {
    name: `1 MB ranges of a ${longMb} MB recording by its link, 16 in parallel`,
    measured: `${rates[0]?.toFixed(0)}/s`,
    floor: `nginx ${rates[1]?.toFixed(0)}/s (${(share * 100).toFixed(0)} %)`,
    target: "≥ 60 %",
    pass: share >= 0.6,
    note: "permissions are checked again every three seconds",
  };
}

/** Measures how fast a stopped recording is available to visitors at any length, and its delivery rate against nginx. */
export async function benchReelsDelivery(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/reels-delivery");
  const statistics = await benchStatistics(port);
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "www"), { recursive: true });
  const [short, long] = [await recording({ ...FRAME, seconds: SHORT_S }), await recording({ ...FRAME, seconds: LONG_S })];
  const longMb = Math.floor(long.length / MB);
  await writeFile(path.join(folder, "www/recording.mp4"), long);
  const floor = await nginx(path.join(folder, "www"), path.join(folder, "nginx"), port + 1);
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: path.join(folder, "data"), ROLE: "web" } });
  try {
    const { headers } = await register(server.url, "reels@bench.example");
    const stops = { short: [] as Stop[], long: [] as Stop[] };
    let watched = "";
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      const one = await stop(server.url, headers, short);
      const other = await stop(server.url, headers, long);
      watched = `/api/v1/items/${other.itemId}/stream/raw.mp4?share=${other.slug}`;
      if (round === 0) continue;
      stops.short.push(one);
      stops.long.push(other);
    }
    const figures = [
      stopFigure("stop of a recording → its last request answered", stops, "answeredMs", 300, longMb),
      stopFigure("stop of a recording → a visitor plays all of it", stops, "playableMs", 1_500, longMb),
      statistics,
    ];
    if (!floor)
      return [...figures, { name: "ranges of a recording", measured: "not run", target: "", pass: null, note: "nginx is not installed" }];
    return [...figures, await rangesFigure(floor.url, server.url + watched, longMb)];
  } finally {
    await server.stop();
    await floor?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
