import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type ExtensionWorld, startExtensionWorld } from "../e2e/support/extension-world.ts";
import { FIXTURE_PAGES } from "../e2e/fixture-pages/pages.ts";
import { captureWholePage, describeResult, captureFixturePage, type FixtureResult } from "../e2e/fixture-pages/capture-fixture.ts";
import { startFixtureServer } from "../e2e/fixture-pages/fixture-server.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, ROOT, startServer } from "./support/server.ts";

const ROUNDS = 3;
const PAGE_PX = 20_000;
/** Time per capture: the browser takes two captures a second. */
const CAPTURE_MS = 500;
const CAPTURE_TIME_FACTOR = 1.3;
const EQUAL_SHARE = 0.98;
const SCRIPT_BYTES = 15_000;
const BUILT = path.join(ROOT, "apps/extension/.output/chrome-mv3");

/** Measures a page of 20,000 pixels: from the click to the image in the extension's store, against the browser's own rate. */
async function benchTall(world: ExtensionWorld, url: string): Promise<Figure> {
  const page = await world.context.newPage();
  await page.goto(`${url}/plain`);
  await page.evaluate((height) => {
    document.body.style.height = `${height}px`;
  }, PAGE_PX);
  const tiles = Math.ceil(PAGE_PX / (await page.evaluate(() => innerHeight)));
  const captureMs = (tiles - 1) * CAPTURE_MS;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await captureWholePage(world, page)).took);
  await page.close();
  const took = median(times);
  return {
    name: "whole page of 20,000 px, click → stored image",
    measured: `${(took / 1_000).toFixed(1)} s`,
    floor: `${(captureMs / 1_000).toFixed(1)} s: ${tiles} captures at the browser's maximum rate`,
    target: `≤ ${CAPTURE_TIME_FACTOR} × floor`,
    pass: took <= CAPTURE_TIME_FACTOR * captureMs,
    note: `median of ${ROUNDS}, ${(took / captureMs).toFixed(2)} ×`,
  };
}

async function benchFixtures(world: ExtensionWorld, serverUrl: string, url: string): Promise<Figure> {
  const results: FixtureResult[] = [];
  const failed: string[] = [];
  const scales = [...new Set(FIXTURE_PAGES.map(({ deviceScale = 1 }) => deviceScale))];
  for (const scale of scales) {
    const its = scale === 1 ? world : await startExtensionWorld(serverUrl, [`--force-device-scale-factor=${scale}`]);
    try {
      for (const fixture of FIXTURE_PAGES.filter(({ deviceScale = 1 }) => deviceScale === scale)) {
        // A page that could not be captured counts like a page that differs.
        const result = await captureFixturePage(its, url, fixture).catch(() => null);
        if (result) results.push(result);
        else failed.push(fixture.name);
        process.stderr.write(`  ${result ? describeResult(result) : `${fixture.name}: not taken`}\n`);
      }
    } finally {
      if (its !== world) await its.close();
    }
  }
  const different = results.filter(({ isEqual }) => !isEqual);
  const uneven = results.filter(({ isEqual, captured, reference }) => isEqual && captured.height !== reference.height);
  const equal = results.length - different.length;
  const share = equal / (results.length + failed.length);
  return {
    name: "whole pages equal to Chromium's own picture, pixel by pixel",
    measured: `${equal} of ${results.length + failed.length} (${(share * 100).toFixed(0)} %)`,
    target: `≥ ${EQUAL_SHARE * 100} %`,
    pass: share >= EQUAL_SHARE && results.every(({ isRight }) => isRight),
    note: [
      ...failed.map((name) => `${name}: not taken`),
      ...different.map(describeResult),
      ...uneven.map(({ name }) => `${name}: one row shorter`),
      "explained in e2e/fixture-pages/README.md",
    ].join("; "),
  };
}

/** Checks the size of the scripts injected for a capture, and that no other page gets any script. */
async function benchScripts(): Promise<Figure> {
  const manifest = JSON.parse(await readFile(path.join(BUILT, "manifest.json"), "utf8")) as { content_scripts?: unknown[] };
  const names = ["full-page-page.js", "full-page-parts-page.js", "area-page.js", "element-page.js", "sensitive-page.js"];
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(path.join(BUILT, name))).size })));
  const contentScripts = manifest.content_scripts?.length ?? 0;
  return {
    name: "scripts put into a captured page, largest",
    measured: `${(Math.max(...sizes.map(({ size }) => size)) / 1_000).toFixed(1)} KB`,
    target: `≤ ${SCRIPT_BYTES / 1_000} KB each, none in other pages`,
    pass: contentScripts === 0 && sizes.every(({ size }) => size <= SCRIPT_BYTES),
    note: `${sizes.map(({ name, size }) => `${name} ${size}`).join(", ")}; ${contentScripts} content scripts`,
  };
}

/** Measures full-page captures: their speed, their difference from Chromium's own screenshots, and the size of the injected scripts. */
export async function benchStillsCapture(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/stills-capture");
  await rm(folder, { recursive: true, force: true });
  const url = `http://localhost:${port}`;
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: url } });
  const fixture = await startFixtureServer();
  let world: ExtensionWorld | undefined;
  try {
    world = await startExtensionWorld(url);
    return [await benchTall(world, fixture.url), await benchFixtures(world, url, fixture.url), await benchScripts()];
  } finally {
    await world?.close();
    await fixture.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
