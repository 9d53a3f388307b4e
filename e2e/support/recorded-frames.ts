import path from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";

const DECODER = path.join(import.meta.dirname, "recorded-frames.page.ts");
/** A secure origin, because WebCodecs needs one. */
const ORIGIN = "https://frames.test/";
/** Maximum time until all frames of a recording are decoded. */
const TIMEOUT_MS = 60_000;

let bundle: Promise<string> | undefined;

/**
 * Gives work a page in which `frames.decode` decodes a recording (recorded-frames.page.ts). A `video` element is not
 * used: after a seek, it does not report reliably whether it paints the frame of that position.
 */
export async function withFrameDecoder<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  bundle ??= build({ entryPoints: [DECODER], bundle: true, write: false, format: "iife", globalName: "frames", logLevel: "error" }).then(
    ({ outputFiles }) => outputFiles[0]?.text ?? "",
  );
  const context = await browser.newContext();
  const timer = setTimeout(() => void context.close({ reason: `The recording is not decoded after ${TIMEOUT_MS} ms.` }), TIMEOUT_MS);
  try {
    const page = await context.newPage();
    await page.route(ORIGIN, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
    await page.goto(ORIGIN);
    await page.addScriptTag({ content: await bundle });
    return await work(page);
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}
