import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import type { TusDouble } from "./tus-double.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "chrome120",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Limits the worker's disk to a file size, with the browser's own error (`?disk=`). */
const SMALL_DISK = `const room = Number(new URL(self.location.href).searchParams.get("disk") ?? 0);
const { write } = FileSystemSyncAccessHandle.prototype;
if (room > 0) FileSystemSyncAccessHandle.prototype.write = function (buffer, options) {
  if ((options?.at ?? 0) + buffer.byteLength > room) throw new DOMException("No room.", "QuotaExceededError");
  return write.call(this, buffer, options);
};
`;

/** Adds a page to the double with the recorder on fake screens, cameras and microphones (see `studio-page.ts`). */
export async function serveRecorderPage(double: TusDouble): Promise<void> {
  const [page, worker] = await Promise.all([
    bundle(here("studio-page.ts")),
    bundle(here("../../../packages/recorder/src/store/store.worker.ts")),
  ]);
  double.pages.set("/", { type: "text/html", body: '<!doctype html><title>Studio</title><script type="module" src="/page.js"></script>' });
  double.pages.set("/page.js", { type: "text/javascript", body: page });
  double.pages.set("/store.worker.js", { type: "text/javascript", body: SMALL_DISK + worker });
}

/** Opens that page. @param search its size, such as `?width=1920&height=1080` */
export async function openRecorderPage(context: BrowserContext, double: TusDouble, search = ""): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${double.url}/${search}`);
  await page.waitForFunction(() => "studio" in window);
  return page;
}
