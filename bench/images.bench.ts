import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { findIsolation, type Isolation } from "../apps/server/src/platform/ports/confinement/isolation.ts";
import { createImages } from "../apps/server/src/platform/ports/images/index.ts";
import { createDecoder } from "../apps/server/src/platform/ports/images/sharp.decoder.ts";
import { median } from "./support/load.ts";
import { noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { ROOT } from "./support/server.ts";

const MAX_PIXELS = 120_000_000;
const ROUNDS = 11;

/** Measures decoding in a warm isolated process against the same work in this process, in turn. */
export async function benchImages(_port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/images");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const isolation: Isolation = await findIsolation([], folder);
  const inside = createDecoder({ maxPixels: MAX_PIXELS });
  const isolated = createImages({ maxPixels: MAX_PIXELS, folder: path.join(folder, "work") });
  const figures: Figure[] = [];
  for (const [name, pixels, format] of [
    ["PNG of 1.3 megapixels", 1_300_000, "png"],
    ["JPEG of 4 megapixels", 4_000_000, "jpg"],
  ] as const) {
    const [png, file] = [path.join(folder, "noise.png"), path.join(folder, `source.${format}`)];
    await writeFile(png, noisePng(pixels * 3));
    await inside.convert(png, file, { format }, new AbortController().signal);
    const times = { inside: [] as number[], isolated: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [where, images] of round % 2 === 0
        ? ([
            ["inside", inside],
            ["isolated", isolated],
          ] as const)
        : ([
            ["isolated", isolated],
            ["inside", inside],
          ] as const)) {
        const since = performance.now();
        await images.thumbnails(file);
        // The first round starts the process and loads the library.
        if (round > 0) times[where].push(performance.now() - since);
      }
    const [own, child] = [median(times.inside), median(times.isolated)];
    figures.push({
      name: `thumbnails of a ${name}, in a warm isolated process`,
      measured: `${child.toFixed(1)} ms (× ${(child / own).toFixed(2)})`,
      floor: `in the process ${own.toFixed(1)} ms`,
      target: "≤ 1.15 ×",
      pass: child / own <= 1.15,
      note: `isolation ${isolation}; median of ${ROUNDS} in turn`,
    });
  }
  // The idle process ends later, with its last image or with this process.
  await rm(folder, { recursive: true, force: true });
  return figures;
}
