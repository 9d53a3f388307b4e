import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { nginx } from "./support/floors.ts";
import { flood } from "./support/hammer.ts";
import { median } from "./support/load.ts";
import { form, hugePng, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";

const ROUNDS = 5;
const MB = 1024 * 1024;

/** Measures media delivery against nginx on the same bytes: whole 1 MB images, and 1 MB ranges of a 200 MB file. */
export async function benchDelivery(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/delivery");
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "www"), { recursive: true });
  const picture = noisePng(MB);
  const large = hugePng(200 * MB);
  await writeFile(path.join(folder, "www/picture.png"), picture);
  await writeFile(path.join(folder, "www/large.mp4"), large);
  const floor = await nginx(path.join(folder, "www"), path.join(folder, "nginx"), port + 1);
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: path.join(folder, "data"), ROLE: "web" } });
  try {
    if (!floor) return [{ name: "delivery", measured: "not run", target: "", pass: null, note: "nginx is not installed" }];
    const { headers } = await register(server.url, "delivery@bench.example");
    const put = async (file: Buffer): Promise<string> => {
      const sent = form(file, "picture.png");
      const answer = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
        method: "POST",
        headers: { ...headers, ...sent.headers },
        body: new Uint8Array(sent.body),
      });
      const body = (await answer.json()) as { data: { sourceUrl: string } };
      return new URL(body.data.sourceUrl, server.url).pathname;
    };
    const paths = { picture: await put(picture), large: await put(large) };
    const whole: number[] = [];
    const ranges: number[] = [];
    const rates = { whole: [0, 0], ranges: [0, 0] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const bareWhole = await flood(`${floor.url}/picture.png`, { seconds: 3 });
      const ownWhole = await flood(server.url + paths.picture, { seconds: 3 });
      const bareRange = await flood(`${floor.url}/large.mp4`, { seconds: 3, rangesOfMb: 200 });
      const ownRange = await flood(server.url + paths.large, { seconds: 3, rangesOfMb: 200 });
      whole.push(ownWhole.perSecond / bareWhole.perSecond);
      ranges.push(ownRange.perSecond / bareRange.perSecond);
      rates.whole = [ownWhole.perSecond, bareWhole.perSecond];
      rates.ranges = [ownRange.perSecond, bareRange.perSecond];
    }
    const line = (name: string, shares: number[], [own, bare]: number[], target: number): Figure => ({
      name,
      measured: `${own?.toFixed(0)}/s`,
      floor: `nginx ${bare?.toFixed(0)}/s (${(median(shares) * 100).toFixed(0)} %)`,
      target: `≥ ${target * 100} %`,
      pass: median(shares) >= target,
    });
    return [
      line("1 MB pictures whole, 16 in parallel", whole, rates.whole, 0.45),
      line("1 MB ranges of a 200 MB file, 16 in parallel", ranges, rates.ranges, 0.6),
    ];
  } finally {
    await server.stop();
    await floor?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
