import { median } from "./support/load.ts";
import { constantRate, ITEMS, type MixedLoad, PER_SECOND, startMixedLoad } from "./support/mixed-load.ts";
import type { Figure } from "./support/report.ts";
import type { BenchServer } from "./support/server.ts";

/** Minutes of load. The first measurement is made after a sixth of them, and the last one after a third of them without load. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 30);
const GROWTH_MAX = 1.1;
const IDLE_MB = 200;
/** Seconds after which the token and the address of the file are renewed. */
const RENEW_S = 60;
/** Memory varies with garbage collections: a measurement is the median of samples over this many seconds. */
const SAMPLED_S = 20;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sampledMb(server: BenchServer): Promise<number> {
  const samples: number[] = [];
  for (let second = 0; second < SAMPLED_S; second += 1) {
    samples.push(server.nodeRssMb());
    await sleep(1_000);
  }
  return median(samples);
}

/** Sends the load for so many seconds, and measures the memory at their end, under load. */
async function loaded({ server, next, renew }: MixedLoad, seconds: number): Promise<{ mb: number; failed: number }> {
  let failed = 0;
  let mb = 0;
  for (let left = seconds; left > 0; left -= RENEW_S) {
    await renew();
    const part = Math.min(left, RENEW_S);
    const measured = left <= RENEW_S ? sleep(Math.max(0, part - SAMPLED_S) * 1_000).then(() => sampledMb(server)) : Promise.resolve(0);
    const samples = await constantRate(server.url, next, part);
    failed += samples.filter(({ isOk }) => !isOk).length;
    mb = await measured;
  }
  return { mb, failed };
}

/** Measures the memory of the server during a long mixed load, and after it. `BENCH_MINUTES` shortens it. */
export async function benchMemoryLoad(port: number, minutes = MINUTES): Promise<Figure[]> {
  const mixed = await startMixedLoad("memory-load", port);
  const { server } = mixed;
  try {
    const early = await loaded(mixed, minutes * 10);
    const late = await loaded(mixed, minutes * 50);
    await sleep(minutes * 20_000);
    const idleMb = await sampledMb(server);
    const growth = late.mb / early.mb;
    return [
      {
        name: `memory of the server's process after ${minutes} min of ${PER_SECOND} requests a second`,
        measured: `${late.mb.toFixed(0)} MB (× ${growth.toFixed(2)})`,
        floor: `${early.mb.toFixed(0)} MB after ${(minutes / 6).toFixed(1)} min`,
        target: `≤ ${GROWTH_MAX} ×`,
        pass: growth <= GROWTH_MAX,
        note: `resident memory, median of ${SAMPLED_S} s; ${ITEMS.toLocaleString("en")} items; ${early.failed + late.failed} requests failed`,
      },
      {
        name: `the same ${(minutes / 3).toFixed(1)} min later, without load`,
        measured: `${idleMb.toFixed(0)} MB`,
        target: `≤ ${IDLE_MB} MB`,
        pass: idleMb <= IDLE_MB,
        note: `proportional memory of all its processes ${server.pssMb().toFixed(0)} MB`,
      },
    ];
  } finally {
    await mixed.stop();
  }
}
