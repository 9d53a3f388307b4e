import { percentile } from "./support/load.ts";
import { constantRate, ITEMS, PER_SECOND, startMixedLoad } from "./support/mixed-load.ts";
import type { Figure } from "./support/report.ts";

const SECONDS = 60;
/** Seconds before the measurement, with the same requests. */
const WARM_UP_SECONDS = 5;

/** Measures a constant mixed load on a library of 10,000 items (check R13). */
export async function benchLoad(port: number): Promise<Figure[]> {
  const { server, next, stop } = await startMixedLoad("load", port);
  try {
    await constantRate(server.url, next, WARM_UP_SECONDS);
    const samples = await constantRate(server.url, next, SECONDS);
    const times = samples.map(({ ms }) => ms);
    const [p95, p99] = [percentile(times, 0.95), percentile(times, 0.99)];
    const failures = samples.filter(({ isOk }) => !isOk).length;
    return [
      {
        name: `${PER_SECOND} requests a second for ${SECONDS} s, ${ITEMS.toLocaleString("en")} items: p95`,
        measured: `${p95.toFixed(1)} ms`,
        target: "< 200 ms",
        pass: p95 < 200,
        note: "60 lists, 25 items, 10 ranges of 256 KB, 5 writes of 100; measured from when each request was due",
      },
      { name: "the same: p99", measured: `${p99.toFixed(1)} ms`, target: "< 500 ms", pass: p99 < 500 },
      { name: "the same: failed requests", measured: String(failures), target: "0", pass: failures === 0 },
    ];
  } finally {
    await stop();
  }
}
