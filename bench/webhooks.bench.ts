import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { median, percentile } from "./support/load.ts";
import { form, noisePng } from "./support/pictures.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { callApi, refreshed, register } from "./support/server.ts";

const DEAD = 1_000;
const EVENTS = 40;
const TARGET_MS = 1_000;
/** Time in milliseconds after which a delivery counts as missing. */
const LATE_MS = 10_000;

/** A receiver on the loopback interface. */
interface Receiver {
  url: string;
  /** Times at which requests arrived. */
  arrivals: number[];
  server: Server;
}

/** Starts a receiver. One that is dead accepts connections and never answers. */
async function startReceiver(isDead: boolean): Promise<Receiver> {
  const arrivals: number[] = [];
  const server = createServer((request, response) => {
    arrivals.push(performance.now());
    request.resume();
    if (!isDead) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrivals, server };
}

/** Uploads images one after another. Returns the time in milliseconds from each answer to the delivery of its event. */
async function deliveryTimes(upload: () => Promise<void>, { arrivals }: Receiver): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < EVENTS; nth += 1) {
    const before = arrivals.length;
    await upload();
    const uploaded = performance.now();
    while (arrivals.length === before && performance.now() - uploaded < LATE_MS) await delay(2);
    times.push(Math.max(0, (arrivals[before] ?? uploaded + LATE_MS) - uploaded));
  }
  return times;
}

/** Measures the deliveries to one receiver, without and with 1,000 deliveries that wait for another one that never answers. */
export async function benchWebhooks(port: number): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("webhooks", port, { RATE_LIMIT_FACTOR: "1000", PRIVATE_WEBHOOKS: "true" });
  const [dead, alive] = [await startReceiver(true), await startReceiver(false)];
  try {
    const join = async (name: string) => refreshed(server, await register(server.url, `${name}@bench.example`), `${name}@bench.example`);
    const [unlucky, healthy] = [await join("unlucky"), await join("healthy")];
    const add = async (person: Awaited<ReturnType<typeof join>>, url: string): Promise<string> =>
      (await callApi<{ id: string }>(server, person, "POST", "/webhooks", { url, events: ["item.created"] })).id;
    const deadId = await add(unlucky, dead.url);
    await add(healthy, alive.url);
    const { body, headers } = form(noisePng(2_000), "shot.png");
    const upload = async (): Promise<void> => {
      const address = `${server.url}/api/v1/workspace/personal/files/image`;
      const answer = await fetch(address, { method: "POST", headers: { ...healthy.headers, ...headers }, body: new Uint8Array(body) });
      if (!answer.ok) throw new Error(`The upload was refused: ${answer.status}`);
    };
    const alone = await deliveryTimes(upload, alive);
    await pool.query(
      `insert into webhook_deliveries (id, webhook_id, message_id, event)
       select gen_random_uuid(), $1, gen_random_uuid(), 'webhook.test' from generate_series(1, $2::int)`,
      [deadId, DEAD],
    );
    await delay(1_500);
    const beside = await deliveryTimes(upload, alive);
    const extra = Math.max(...beside) - median(alone);
    return [
      {
        name: `delivery of an event while ${DEAD.toLocaleString("en")} deliveries wait for a receiver that never answers`,
        measured: `p95 ${percentile(beside, 0.95).toFixed(0)} ms, longest ${Math.max(...beside).toFixed(0)} ms`,
        floor: `without them p95 ${percentile(alone, 0.95).toFixed(0)} ms, median ${median(alone).toFixed(0)} ms`,
        target: `≤ ${TARGET_MS.toLocaleString("en")} ms later`,
        pass: extra <= TARGET_MS,
        note: `${EVENTS} events each, from the answer to the upload to the arrival; ${dead.arrivals.length} requests wait at the dead receiver`,
      },
    ];
  } finally {
    for (const receiver of [dead, alive]) {
      receiver.server.closeAllConnections();
      receiver.server.close();
    }
    await stop();
  }
}
