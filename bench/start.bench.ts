import { rm } from "node:fs/promises";
import path from "node:path";
import type { Figure } from "./support/report.ts";
import { ROOT, startServer } from "./support/server.ts";
import { median } from "./support/load.ts";

/** Measures `npm start` on an installed and built tree with an existing database: time to the first 200, and idle memory. */
export async function benchStart(port: number): Promise<Figure[]> {
  const dataDir = path.join(ROOT, ".cache/bench/start");
  await rm(dataDir, { recursive: true, force: true });
  const run = () => startServer({ command: ["npm", "start", "--silent"], port, env: { DATA_DIR: dataDir }, timeoutMs: 300_000 });
  await (await run()).stop();
  const times: number[] = [];
  let idleMb = 0;
  for (let round = 0; round < 3; round += 1) {
    const server = await run();
    times.push(server.startedInMs);
    if (round === 2) {
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      idleMb = server.pssMb();
    }
    await server.stop();
  }
  const startMs = median(times);
  return [
    {
      name: "second `npm start` → first 200",
      measured: `${Math.round(startMs)} ms`,
      target: "≤ 3,000 ms",
      pass: startMs <= 3000,
      note: `median of ${times.map((time) => Math.round(time)).join(", ")}`,
    },
    {
      name: "idle memory, all processes (PSS)",
      measured: `${Math.round(idleMb)} MB`,
      target: "≤ 300 MB",
      pass: idleMb <= 300,
      note: "npm, launcher, Node, PostgreSQL; 8 s after start",
    },
  ];
}
