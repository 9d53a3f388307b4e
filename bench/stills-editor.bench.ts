import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { type CDPSession, chromium, type Page } from "playwright-core";
import type { AnnotationDocument, ShapeType } from "@stillreel/contract";
import type * as Core from "../packages/editor/src/core/index.ts";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { ROOT } from "./support/server.ts";

const SIZE = { width: 1_280, height: 20_000 } as const;
const SHAPES = 500;
const ROUNDS = 5;
const FRAMES = 180;
const TYPES: readonly ShapeType[] = [
  "arrow",
  "line",
  "rectangle",
  "ellipse",
  "pen",
  "highlighter",
  "text",
  "callout",
  "step",
  "redact",
  "blur",
  "magnifier",
  "stamp",
];

/** The editor's core and the measured values, stored in the page between two runs. */
declare const core: typeof Core;
interface Measured {
  openMs: number;
  exportMs: number;
  exportMb: number;
  frames: Record<string, number[]>;
}

/** Creates a long page of text and some images as PNG, in the page itself. */
async function makePage({ width, height }: { width: number; height: number }): Promise<void> {
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("No canvas of this size.");
  ctx.fillStyle = "#FFFFFF";
  ctx.fillRect(0, 0, width, height);
  ctx.font = "16px sans-serif";
  for (let y = 24; y < height; y += 24) {
    ctx.fillStyle = `hsl(${y % 360} 40% 25%)`;
    ctx.fillText(`Line ${y}: the harbour line is closed between zones two and five until further notice`, 60 + (y % 5) * 12, y);
  }
  for (let y = 600; y < height; y += 2_000) {
    const shade = ctx.createLinearGradient(100, y, 900, y + 400);
    shade.addColorStop(0, "#FFC42E");
    shade.addColorStop(1, "#2F6FED");
    ctx.fillStyle = shade;
    ctx.fillRect(100, y, 800, 400);
  }
  Object.assign(globalThis, { pageBlob: await canvas.convertToBlob() });
}

/** Creates shapes of all types, spread over the image, identical in every run. */
function makeDocument(): AnnotationDocument {
  let seed = 7;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
  const any = { opacity: 1, rotation: 0, hidden: false };
  const shapes = Array.from({ length: SHAPES }, (_, at) => {
    const [x, y] = [Math.round(80 + random() * 1_000), Math.round(80 + random() * (SIZE.height - 300))];
    const stroke = { color: "#E5352B", strokeWidth: 6 };
    const box = { x, y, width: 160, height: 90 };
    const written = { text: `Note ${at} about this`, fontSize: 24, bold: true, align: "start" };
    const fields: Record<string, object> = {
      arrow: { from: { x, y }, to: { x: x + 160, y: y + 90 }, bend: 30, heads: "end", ...stroke },
      line: { from: { x, y }, to: { x: x + 160, y: y + 90 }, dashed: at % 2 === 0, ...stroke },
      rectangle: { ...box, ...stroke, fill: null, radius: 12 },
      ellipse: { ...box, ...stroke, fill: null },
      pen: {
        points: Array.from({ length: 80 }, (__, point) => (point % 2 === 0 ? x + point * 2 : y + Math.round(30 * Math.sin(point)))),
        ...stroke,
      },
      highlighter: { points: [x, y, x + 200, y], color: "#FFC42E", strokeWidth: 24 },
      text: { x, y, width: null, color: "#E5352B", fill: null, ...written },
      callout: { ...box, tip: { x: x - 40, y: y + 140 }, color: "#2F6FED", ...written },
      step: { x, y, number: at, color: "#FFC42E", size: 44 },
      redact: { ...box, height: 30, color: "#17161C" },
      blur: { ...box, mode: at % 2 === 0 ? "blur" : "pixelate", strength: 12 },
      magnifier: { ...box, width: 120, height: 120, source: { x: x + 60, y: y + 60 }, zoom: 2, color: "#FFFFFF" },
      stamp: { x, y, size: 64, glyph: "check", color: "#1F8A57" },
    };
    const type = TYPES[at % TYPES.length] ?? "rectangle";
    return { ...any, id: `s${at}`, type, ...fields[type] };
  });
  return { version: 1, crop: null, shapes } as AnnotationDocument;
}

/** Opens, drags shapes of several types frame by frame, exports, closes. Runs in the page. */
// oxlint-disable-next-line max-lines-per-function -- runs in the page, where it cannot call other functions of this file
async function measure({
  document: annotations,
  frames,
  dragged,
}: {
  document: AnnotationDocument;
  frames: number;
  dragged: string[];
}): Promise<Measured> {
  const { pageBlob } = globalThis as unknown as { pageBlob: Blob };
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "display:block;width:1200px;height:800px";
  document.body.replaceChildren(canvas);
  const started = performance.now();
  const picture = await core.openPicture(pageBlob);
  const editor = core.createEditor(picture, annotations);
  editor.setViewport({ width: 1_200, height: 800 });
  editor.attach(canvas);
  await nextFrame();
  // Forces the browser to finish the drawing.
  canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
  const openMs = performance.now() - started;

  const times: Record<string, number[]> = {};
  for (const type of dragged) {
    const shape = annotations.shapes.filter((each) => each.type === type)[3];
    if (!shape) continue;
    editor.select([shape.id]);
    editor.reveal(shape.id);
    await nextFrame();
    const { camera } = editor.getState();
    const hold =
      "from" in shape
        ? shape.from
        : "width" in shape && shape.width !== null
          ? { x: shape.x + shape.width / 2, y: shape.y + 2 }
          : "x" in shape
            ? { x: shape.x + 4, y: shape.y + 4 }
            : { x: 0, y: 0 };
    const at = { x: (hold.x - camera.x) * camera.zoom, y: (hold.y - camera.y) * camera.zoom };
    const send = (kind: "down" | "move" | "up", dx: number, dy: number): void =>
      editor.pointer({
        kind,
        at: { x: at.x + dx, y: at.y + dy },
        pointerId: 1,
        pointerType: "mouse",
        button: 0,
        shift: false,
        alt: false,
        mod: false,
      });
    const before = editor.getState().document;
    send("down", 0, 0);
    const taken: number[] = [];
    let last = await nextFrame();
    for (let frame = 0; frame < frames; frame += 1) {
      send("move", Math.sin(frame / 9) * 260, Math.cos(frame / 9) * 180);
      const now = await nextFrame();
      taken.push(now - last);
      last = now;
    }
    send("up", 0, 0);
    if (editor.getState().document === before) throw new Error(`The ${type} was not dragged.`);
    times[type] = taken;
  }

  const exportStarted = performance.now();
  const file = await core.flatten(annotations, picture, { type: "image/png" });
  const exportMs = performance.now() - exportStarted;
  editor.dispose();
  canvas.remove();
  return { openMs, exportMs, exportMb: file.size / 1024 ** 2, frames: times };
}

/** Opens and draws, and leaves the editor open. The released memory is computed from this state. */
async function stayOpen(annotations: AnnotationDocument): Promise<void> {
  const { pageBlob } = globalThis as unknown as { pageBlob: Blob };
  const canvas = document.createElement("canvas");
  document.body.replaceChildren(canvas);
  const editor = core.createEditor(await core.openPicture(pageBlob), annotations);
  editor.setViewport({ width: 1_200, height: 800 });
  editor.attach(canvas);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  Object.assign(globalThis, { openEditor: editor });
}

/** Returns the memory of the page's process in MB: the heap and decoded images. */
async function residentMb(page: Page, cdp: CDPSession, pid: number): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  await page.waitForTimeout(1_500);
  await cdp.send("HeapProfiler.collectGarbage");
  const { readFileSync } = await import("node:fs");
  const kb = readFileSync(`/proc/${pid}/status`, "utf8").match(/^RssAnon:\s+(\d+)/mu)?.[1];
  return Number(kb) / 1024;
}

async function rendererPid(page: Page): Promise<number> {
  const browser = page.context().browser();
  const cdp = await browser?.newBrowserCDPSession();
  if (!cdp) throw new Error("No browser to ask.");
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  // The measured page is the one that used the most CPU time.
  return renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0]?.id ?? 0;
}

/** Measures the editor on a long page with many shapes in real Chromium: opening, dragging, exporting, and memory afterwards. */
export async function benchStillsEditor(_port: number): Promise<Figure[]> {
  const bundle = await build({
    entryPoints: [path.join(ROOT, "packages/editor/src/core/index.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    globalName: "core",
    logLevel: "error",
  });
  const server = http.createServer((request, answer) => {
    const isScript = request.url === "/core.js";
    answer.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    answer.end(isScript ? bundle.outputFiles[0]?.text : "<!doctype html><body style='margin:0'><script src='/core.js'></script>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(makePage, SIZE);
    const argument = { document: makeDocument(), frames: FRAMES, dragged: ["rectangle", "callout", "redact", "magnifier"] };
    const cdp = await page.context().newCDPSession(page);
    // One run to warm up: code and fonts stay loaded and are not released by closing.
    await page.evaluate(measure, { ...argument, frames: 20 });
    const pid = await rendererPid(page);
    const before = await residentMb(page, cdp, pid);
    await page.evaluate(stayOpen, argument.document);
    const open = await residentMb(page, cdp, pid);
    await page.evaluate(() => {
      const { openEditor } = globalThis as unknown as { openEditor?: Core.Editor };
      openEditor?.dispose();
      Object.assign(globalThis, { openEditor: undefined });
    });
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await page.evaluate(measure, argument));
    const after = await residentMb(page, cdp, pid);
    return figures(rounds, { before, open, after });
  } finally {
    await browser.close();
    server.close();
  }
}

function figures(rounds: readonly Measured[], { before, open, after }: { before: number; open: number; after: number }): Figure[] {
  const name = `editor, ${SHAPES} shapes on ${SIZE.width} × ${SIZE.height} px`;
  const openMs = median(rounds.map((round) => round.openMs));
  const exportMs = median(rounds.map((round) => round.exportMs));
  const frames = rounds.flatMap((round) => Object.values(round.frames).flat());
  const fps = 1000 / median(frames);
  const slowest = Math.min(
    ...TYPES.flatMap((type) => {
      const taken = rounds.flatMap((round) => round.frames[type] ?? []);
      return taken.length > 0 ? [1000 / median(taken)] : [];
    }),
  );
  const late = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
  return [
    {
      name: `${name}: dragging one`,
      measured: `${fps.toFixed(0)} fps median`,
      target: "≥ 55 fps",
      pass: slowest >= 55,
      note: `${frames.length} frames; the slowest type ${slowest.toFixed(0)} fps; 95 % of frames within ${late.toFixed(0)} ms`,
    },
    { name: `${name}: file to first frame`, measured: `${(openMs / 1000).toFixed(2)} s`, target: "≤ 1.5 s", pass: openMs <= 1_500 },
    {
      name: `${name}: export as PNG`,
      measured: `${(exportMs / 1000).toFixed(2)} s`,
      target: "≤ 2 s",
      pass: exportMs <= 2_000,
      note: `${(rounds[0]?.exportMb ?? 0).toFixed(1)} MB`,
    },
    {
      name: `${name}: memory after closing`,
      measured: `${after.toFixed(0)} MB`,
      floor: `${before.toFixed(0)} MB before`,
      target: "within 20 %",
      pass: after <= before * 1.2,
      note: `private memory of the page's process, after ${ROUNDS} times opening and closing; ${open.toFixed(0)} MB while open`,
    },
  ];
}
