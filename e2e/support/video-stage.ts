import { createServer, type Server, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { EditSource } from "@stillreel/contract";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";

/** A server of one page with the stage of the video editor, and of the video that it shows. */
export interface StageServer {
  url: string;
  close(): Promise<void>;
}

async function bundle(): Promise<{ script: string; style: string; fonts: Map<string, Uint8Array> }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../packages/video-editor/examples/main.tsx", import.meta.url))],
    bundle: true,
    outdir: "/out",
    format: "esm",
    jsx: "automatic",
    target: "chrome120",
    write: false,
    logLevel: "error",
    // Fonts are files: the page loads the few of which it draws letters.
    publicPath: "/",
    loader: { ".woff2": "file", ".woff": "file", ".svg": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  const fonts = outputFiles
    .filter(({ path }) => /\.woff2?$/u.test(path))
    .map(({ path, contents }) => [`/${basename(path)}`, contents] as const);
  return { script: textOf(".js"), style: textOf(".css"), fonts: new Map(fonts) };
}

/** A file that the server serves besides the video. */
export interface ServedFile {
  bytes: Buffer;
  mimeType: string;
}

/** Answers a request for a part of a file, as servers of media do. */
function sendFile({ bytes, mimeType }: ServedFile, range: string | undefined, response: ServerResponse): void {
  const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/u.exec(range ?? "") ?? [];
  const [start, end] = [Number(from), to === "" ? bytes.length - 1 : Math.min(bytes.length - 1, Number(to))];
  response.writeHead(range === undefined ? 200 : 206, {
    "content-type": mimeType,
    "accept-ranges": "bytes",
    "content-length": end - start + 1,
    ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${bytes.length}` }),
  });
  response.end(bytes.subarray(start, end + 1));
}

/**
 * Serves the page and a video.
 * @param others further files by their paths
 */
export async function serveStage(video: Buffer, others: ReadonlyMap<string, ServedFile> = new Map()): Promise<StageServer> {
  const files = new Map([...others, ["/video.mp4", { bytes: video, mimeType: "video/mp4" }]]);
  const { script, style, fonts } = await bundle();
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = files.get(pathname);
    if (file) return sendFile(file, request.headers.range, response);
    const font = fonts.get(pathname);
    if (font) return response.writeHead(200, { "content-type": "font/woff2" }).end(font);
    const [type, body] =
      pathname === "/page.js"
        ? ["text/javascript", script]
        : pathname === "/page.css"
          ? ["text/css", style]
          : [
              "text/html",
              '<!doctype html><html lang="en"><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>',
            ];
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface StageOptions {
  /** Facts of the served video. */
  facts: Pick<EditSource, "duration" | "width" | "height" | "frameRate">;
  viewport: { width: number; height: number };
  /** Further parameters of the page, such as `theme` or `transcript`. */
  parameters?: Record<string, string>;
}

/** Opens the page with the served video. */
export async function openStagePage(
  browser: Browser,
  { url }: Pick<StageServer, "url">,
  { facts, viewport, parameters = {} }: StageOptions,
): Promise<Page> {
  const source: EditSource = {
    itemId: "own",
    type: "video",
    title: "Page",
    url: `${url}/video.mp4`,
    mimeType: "video/mp4",
    hasSound: true,
    storyboard: null,
    waveformUrl: null,
    posterUrl: null,
    ...facts,
  };
  const page = await browser.newPage({ viewport });
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${url}/?${new URLSearchParams({ source: JSON.stringify(source), ...parameters })}`);
  await page.getByRole("application").first().waitFor();
  return page;
}
