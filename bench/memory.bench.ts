import { rm } from "node:fs/promises";
import path from "node:path";
import { load } from "./support/load.ts";
import { form, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, refreshed, register, ROOT, startServer } from "./support/server.ts";

const EMAIL = "memory@bench.example";
const UPLOADS = Number(process.env.BENCH_UPLOADS ?? 10_000);
/** A token is valid for ten minutes, so that uploads are sent in parts. */
const PART = 500;
const AT_ONCE = 8;
const PICTURE_BYTES = 60_000;
const GROWTH_MAX = 1.3;
/** Uploads after which the measurement of "before" is made: code and connections are loaded then. */
const WARM = 100;
/** Time without work until memory is measured, in milliseconds. Processes that decode images end after 20 seconds. */
const REST_MS = 40_000;
const DRAIN_MAX_MS = 1_200_000;

/** Waits until no image waits for its thumbnails, then rests. */
async function rest(url: string, person: { headers: Record<string, string> }): Promise<void> {
  const until = performance.now() + DRAIN_MAX_MS;
  while (performance.now() < until) {
    const { headers } = await refreshed({ url }, person, EMAIL);
    const answer = (await (await fetch(`${url}/api/v1/workspace/personal/items?type=image&sort=newest&limit=200`, { headers })).json()) as {
      data: { items: { thumbnailUrl: string | null }[] };
    };
    if (answer.data.items.every(({ thumbnailUrl }) => thumbnailUrl !== null)) break;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
}

/** Measures the memory of the whole product (without the database's shared cache) at rest, before and after many uploads. */
export async function benchMemory(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/memory");
  await rm(folder, { recursive: true, force: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder } });
  try {
    const person = await register(server.url, EMAIL);
    const pictures = Array.from({ length: 8 }, (_, index) => form(noisePng(PICTURE_BYTES), `noise-${index}.png`));
    const upload = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += PART) {
        const { headers } = await refreshed(server, person, EMAIL);
        const { failures } = await load(
          server.url,
          (index) => ({
            method: "POST",
            path: "/api/v1/workspace/personal/files/image",
            headers: { ...headers, ...pictures[index % pictures.length]?.headers },
            body: pictures[index % pictures.length]?.body,
          }),
          { concurrency: AT_ONCE, count: Math.min(PART, count - sent), expect: 201 },
        );
        if (failures > 0) throw new Error(`${failures} uploads failed.`);
      }
      await rest(server.url, person);
    };
    await upload(WARM);
    const beforeMb = server.nodeRssMb();
    await upload(UPLOADS);
    const afterMb = server.nodeRssMb();
    const growth = afterMb / beforeMb;
    return [
      {
        name: `memory of the server's process at rest, after ${UPLOADS} uploads`,
        measured: `${afterMb.toFixed(0)} MB (× ${growth.toFixed(2)})`,
        floor: `${beforeMb.toFixed(0)} MB before`,
        target: `≤ ${GROWTH_MAX} ×`,
        pass: growth <= GROWTH_MAX,
        note: `resident memory (PSS ${server.nodePssMb().toFixed(0)} MB); thumbnails complete; processes that decode images have ended`,
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
