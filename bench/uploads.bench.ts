import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { rawWrite } from "./support/floors.ts";
import { load, median } from "./support/load.ts";
import { form, hugePng, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";

const ROUNDS = 3;
const MB = 1024 * 1024;

/** The rates of the floor and of the product in one round. */
interface Round {
  raw: number;
  own: number;
}

function figuresOf(small: Round[], large: Round[], growthMb: number): Figure[] {
  const smallRate = median(small.map(({ own }) => own));
  const smallShare = median(small.map(({ own, raw: bare }) => own / bare));
  const largeShare = median(large.map(({ own, raw: bare }) => own / bare));
  return [
    {
      name: "200 × 1 MB PNG, 16 in parallel",
      measured: `${smallRate.toFixed(0)}/s`,
      floor: `${median(small.map((one) => one.raw)).toFixed(0)}/s (${(smallShare * 100).toFixed(0)} %)`,
      target: "≥ 350/s or ≥ 60 %",
      pass: smallRate >= 350 || smallShare >= 0.6,
      note: "fsync on, thumbnails running behind",
    },
    {
      name: "one 500 MB PNG",
      measured: `${median(large.map((one) => one.own)).toFixed(0)} MB/s`,
      floor: `${median(large.map((one) => one.raw)).toFixed(0)} MB/s (${(largeShare * 100).toFixed(0)} %)`,
      target: "≥ 85 %",
      pass: largeShare >= 0.85,
    },
    { name: "memory growth during it (Node PSS)", measured: `${growthMb.toFixed(0)} MB`, target: "≤ 64 MB", pass: growthMb <= 64 },
  ];
}

/** Measures 200 uploads of 1 MB images, 16 in parallel, and one of 500 MB, each as a share of raw Node http → file → fsync. */
export async function benchUploads(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/uploads");
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "raw"), { recursive: true });
  const floor = await rawWrite(path.join(folder, "raw"));
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: path.join(folder, "data") } });
  try {
    const { headers } = await register(server.url, "uploads@bench.example");
    const target = "/api/v1/workspace/personal/files/image";
    const pictures = Array.from({ length: 8 }, (_, index) => form(noisePng(MB), `noise-${index}.png`));
    const raw = { method: "PUT", path: "/" };
    const small: Round[] = [];
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      const rawRun = await load(floor.url, (index) => ({ ...raw, body: pictures[index % 8]?.body }), {
        concurrency: 16,
        count: 200,
        expect: 201,
      });
      const ownRun = await load(
        server.url,
        (index) => ({
          method: "POST",
          path: target,
          headers: { ...headers, ...pictures[index % 8]?.headers },
          body: pictures[index % 8]?.body,
        }),
        { concurrency: 16, count: 200, expect: 201 },
      );
      if (ownRun.failures > 0) throw new Error(`${ownRun.failures} uploads failed.`);
      if (round > 0) small.push({ raw: rawRun.perSecond, own: ownRun.perSecond });
      await quiet(server.url, headers);
    }
    const huge = form(hugePng(500 * MB), "huge.png");
    const large: Round[] = [];
    let growthMb = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const rawRun = await load(floor.url, () => ({ ...raw, body: huge.body }), { concurrency: 1, count: 1, expect: 201 });
      const beforeMb = server.nodePssMb();
      let peakMb = beforeMb;
      const watch = setInterval(() => (peakMb = Math.max(peakMb, server.nodePssMb())), 25);
      const ownRun = await load(
        server.url,
        () => ({ method: "POST", path: target, headers: { ...headers, ...huge.headers }, body: huge.body }),
        { concurrency: 1, count: 1, expect: 201 },
      );
      clearInterval(watch);
      if (ownRun.failures > 0) throw new Error("The 500 MB upload failed.");
      growthMb = Math.max(growthMb, peakMb - beforeMb);
      large.push({ raw: 500 / rawRun.seconds, own: 500 / ownRun.seconds });
      await quiet(server.url, headers);
    }
    return figuresOf(small, large, growthMb);
  } finally {
    await server.stop();
    await floor.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the thumbnails of earlier rounds are ready, so that rounds start in the same state. */
async function quiet(url: string, headers: Record<string, string>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = (await (await fetch(`${url}/api/v1/workspace/personal/items?type=image&limit=200`, { headers })).json()) as {
      data: { items: { thumbnailUrl: string | null; stage: string }[] };
    };
    if (answer.data.items.every((item) => item.thumbnailUrl !== null || item.stage === "failed")) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
