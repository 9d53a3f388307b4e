import path from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "@stillreel/testing/browser";
import type * as Core from "../packages/editor/src/core/index.ts";

// The editor's core in a real browser without a server: a test in Node cannot check pixels.
declare const core: typeof Core;
type Document = Core.EditorState["document"];
type Shape = Document["shapes"][number];

const CORE = path.resolve(import.meta.dirname, "../packages/editor/src/core/index.ts");
const ANY = { opacity: 1, rotation: 0, hidden: false };
const redact = { ...ANY, id: "redact", type: "redact", x: 40.3, y: 30.6, width: 60, height: 20, color: "#17161C" } as const;
/** The covered pixels: every pixel that the redaction touches. */
const COVERED = { x: 40, y: 30, width: 61, height: 21 };

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const bundle = await build({ entryPoints: [CORE], bundle: true, write: false, format: "iife", globalName: "core", logLevel: "error" });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  // A secure origin, because the page needs `crypto.subtle`.
  await page.route("https://editor.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body style='margin:0'>" }),
  );
  await page.goto("https://editor.test/");
  await page.addScriptTag({ content: bundle.outputFiles[0]!.text });
  await page.addScriptTag({ content: PAGE_TOOLS });
});
afterAll(() => browser?.close());

/** Helpers in the page beside the core: images of noise, and their pixels. */
const PAGE_TOOLS = `
  /** Every pixel differs; inside of box, it also depends on the secret. */
  globalThis.noise = async (width, height, secret = 0, box = null) => {
    const canvas = new OffscreenCanvas(width, height);
    const image = new ImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let at = 0; at < pixels.length; at += 1) {
      const x = at % width, y = (at / width) | 0;
      const isSecret = box && x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
      pixels[at] = (Math.imul(at + 1 + (isSecret ? secret * 7919 : 0), 0x9e3779b1) >>> 8) | 0xff000000;
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    return core.openPicture(await canvas.convertToBlob());
  };
  globalThis.pixelsOf = async (blob) => {
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const ctx = canvas.getContext("2d");
    ctx.drawImage(bitmap, 0, 0);
    return ctx.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  globalThis.digest = async (blob) =>
    [...new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()))].join();
`;
declare const noise: (width: number, height: number, secret?: number, box?: object | null) => Promise<Core.Picture>;
declare const pixelsOf: (blob: Blob) => Promise<ImageData>;

const documentOf = (...shapes: Shape[]): Document => ({ version: 1, crop: null, shapes });

/** Every shape that shows the image itself, over and around the redaction. */
const PRYING: Record<string, Shape[]> = {
  "nothing else": [],
  "pixelation over its edge": [{ ...ANY, id: "a", type: "blur", x: 30, y: 20, width: 60, height: 60, mode: "pixelate", strength: 9 }],
  "blur over its edge": [{ ...ANY, id: "a", type: "blur", x: 35.5, y: 25.5, width: 90, height: 33, mode: "blur", strength: 24 }],
  "a magnifier on it": [
    { ...ANY, id: "a", type: "magnifier", x: 120, y: 60, width: 70, height: 70, source: { x: 42, y: 31 }, zoom: 3, color: "#FFFFFF" },
  ],
  "a magnifier on a blur on it": [
    { ...ANY, id: "a", type: "blur", x: 20, y: 20, width: 90, height: 50, mode: "blur", strength: 12 },
    { ...ANY, id: "b", type: "magnifier", x: 110, y: 50, width: 80, height: 80, source: { x: 60, y: 40 }, zoom: 1.5, color: "#FFFFFF" },
  ],
  "a spotlight and a marker on it": [
    { ...ANY, id: "a", type: "spotlight", x: 50, y: 35, width: 20, height: 8, round: true, dim: 0.5 },
    { ...ANY, id: "b", type: "highlighter", points: [0, 40, 190, 40], color: "#FFC42E", strokeWidth: 24, opacity: 0.5 },
  ],
};

it.each(["blur", "pixelate"] as const)("a %s is as dark as the picture around it, above a spotlight as below it", async (mode) => {
  const light: Shape = { ...ANY, id: "s", type: "spotlight", x: 60, y: 50, width: 50, height: 40, round: false, dim: 0.5 };
  const blur: Shape = { ...ANY, id: "b", type: "blur", x: 30, y: 20, width: 60, height: 60, mode, strength: 9 };
  const isSame = await page.evaluate(
    async ({ above, below }) => {
      const picture = await noise(200, 140);
      const [one, other] = [
        await pixelsOf(await core.flatten(above, picture, { type: "image/png" })),
        await pixelsOf(await core.flatten(below, picture, { type: "image/png" })),
      ];
      picture.close();
      return one.data.every((value, at) => Math.abs(value - (other.data[at] ?? 0)) <= 1);
    },
    { above: documentOf(light, blur), below: documentOf(blur, light) },
  );
  expect(isSame).toBe(true);
});

describe("a redaction", () => {
  for (const [name, prying] of Object.entries(PRYING))
    for (const order of ["below", "above"] as const)
      for (const odd of [{}, { opacity: 0.05, rotation: 33 }])
        it(`hides its pixels with ${name} ${order} it, ${"opacity" in odd ? "also with opacity and rotation" : "by default"}`, async () => {
          const cover = { ...redact, ...odd };
          const document = documentOf(...(order === "below" ? [...prying, cover] : [cover, ...prying]));
          const answer = await page.evaluate(
            async ({ document, covered }) => {
              const digests: string[] = [];
              const { digest } = globalThis as unknown as { digest: (blob: Blob) => Promise<string> };
              for (const secret of [1, 2]) {
                const picture = await noise(200, 140, secret, covered);
                for (const type of ["image/png", "image/webp", "image/jpeg"] as const)
                  digests.push(await digest(await core.flatten(document, picture, { type })));
                digests.push(
                  await digest(await core.makePdf(document, picture, "picture")),
                  await digest(await core.makePdf(document, picture, "a4")),
                );
                digests.push(await digest(await core.flatten({ ...document, shapes: [] }, picture, { type: "image/png" })));
                picture.close();
              }
              return digests;
            },
            { document, covered: COVERED },
          );
          // Images that differ only below the redaction become identical files. Without the redaction they would differ.
          expect(answer.slice(0, 5)).toEqual(answer.slice(6, 11));
          expect(answer[5]).not.toEqual(answer[11]);
        });

  it("is opaque with hard edges on whole pixels, and touches nothing beside", async () => {
    const { inside, changed } = await page.evaluate(
      async ({ document, covered }) => {
        const picture = await noise(200, 140);
        const [before, after] = [
          await pixelsOf(picture.blob),
          await pixelsOf(await core.flatten(document, picture, { type: "image/png" })),
        ];
        const colors = new Set<string>();
        let count = 0;
        for (let at = 0; at < after.data.length; at += 4) {
          const [x, y] = [(at / 4) % 200, Math.floor(at / 800)];
          const pixel = after.data.subarray(at, at + 4).join();
          if (x >= covered.x && y >= covered.y && x < covered.x + covered.width && y < covered.y + covered.height) colors.add(pixel);
          else if (pixel !== before.data.subarray(at, at + 4).join()) count += 1;
        }
        return { inside: [...colors], changed: count };
      },
      { document: documentOf({ ...redact, opacity: 0.2 }), covered: COVERED },
    );
    expect(inside).toEqual(["23,22,28,255"]);
    expect(changed).toBe(0);
  });

  it("covers shapes drawn before it and is below shapes drawn after it; hidden, it has no effect", async () => {
    const mark = {
      ...ANY,
      type: "rectangle",
      x: 50,
      y: 35,
      width: 30,
      height: 10,
      color: "#FF0000",
      strokeWidth: 2,
      fill: "#FF0000",
      radius: 0,
    } as const;
    const at = async (...shapes: Shape[]): Promise<number[]> =>
      page.evaluate(
        async (document) => {
          const { data } = await pixelsOf(await core.flatten(document, await noise(200, 140), { type: "image/png" }));
          return [...data.subarray((40 * 200 + 60) * 4, (40 * 200 + 60) * 4 + 3)];
        },
        documentOf(...shapes),
      );
    expect(await at({ ...mark, id: "below" }, redact)).toEqual([23, 22, 28]);
    expect(await at(redact, { ...mark, id: "above" })).toEqual([255, 0, 0]);
    expect(await at({ ...redact, hidden: true })).not.toEqual([23, 22, 28]);
  });
});

describe("the flattened picture", () => {
  it("without annotations has every pixel of the original, also where it is transparent, and over several bands", async () => {
    const differing = await page.evaluate(async () => {
      const counts: number[] = [];
      const canvas = new OffscreenCanvas(64, 9_000);
      const ctx = canvas.getContext("2d")!;
      for (let y = 0; y < 9_000; y += 3) {
        ctx.fillStyle = `rgb(${y % 256} ${(y * 7) % 256} 90 / ${y % 2 === 0 ? 1 : 0})`;
        ctx.fillRect(y % 50, y, 12, 3);
      }
      for (const blob of [await canvas.convertToBlob(), (await noise(64, 9_000)).blob]) {
        const picture = await core.openPicture(blob);
        const file = await core.flatten({ version: 1, crop: null, shapes: [] }, picture, { type: "image/png" });
        const [before, after] = [await pixelsOf(blob), await pixelsOf(file)];
        counts.push(
          before.data.reduce((sum, value, at) => sum + (value === after.data[at] ? 0 : 1), 0),
          picture.bands.length,
        );
      }
      return counts;
    });
    expect(differing).toEqual([0, 3, 0, 3]);
  });

  it("is cropped, and holds no metadata of the file it came from", async () => {
    const answer = await page.evaluate(async (document) => {
      const plain = new Uint8Array(await (await noise(200, 140)).blob.arrayBuffer());
      // A text chunk after the header. Browsers ignore its wrong checksum.
      const note = new Uint8Array([0, 0, 0, 14, ...new TextEncoder().encode("tEXtComment\0secret"), 0, 0, 0, 0]);
      const view = new DataView(note.buffer);
      view.setUint32(0, note.length - 12);
      const picture = await core.openPicture(new Blob([plain.slice(0, 33), note, plain.slice(33)]));
      const blob = await core.flatten({ ...document, crop: { x: 20, y: 30, width: 50, height: 40 } }, picture, { type: "image/png" });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const chunks: string[] = [];
      for (let at = 8; at < bytes.length; at += new DataView(bytes.buffer).getUint32(at) + 12)
        chunks.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
      const [whole, cut] = [await pixelsOf(await core.flatten(document, picture, { type: "image/png" })), await pixelsOf(blob)];
      let differing = 0;
      for (let y = 0; y < 40; y += 1)
        for (let x = 0; x < 50 * 4; x += 1) if (cut.data[y * 200 + x] !== whole.data[(y + 30) * 800 + 80 + x]) differing += 1;
      return { chunks: [...new Set(chunks)], size: [cut.width, cut.height], differing };
    }, documentOf(redact));
    expect(answer).toEqual({ chunks: ["IHDR", "IDAT", "IEND"], size: [50, 40], differing: 0 });
  });

  it("opens and writes a page of 60,000 pixels, and says what it cannot open", async () => {
    const answer = await page.evaluate(async () => {
      const encoder = core.createPngEncoder(320, 60_000, { isOpaque: true });
      const rows = new Uint8Array(320 * 1_000 * 4).fill(255);
      for (let band = 0; band < 60; band += 1) {
        rows.fill(band * 4, 0, 320 * 4 * 10);
        rows.forEach((_, at) => at < 320 * 40 && at % 4 === 3 && (rows[at] = 255));
        await encoder.write(rows);
      }
      const picture = await core.openPicture(await encoder.finish());
      const file = await core.flatten({ version: 1, crop: null, shapes: [] }, picture, { type: "image/png" });
      const again = await core.openPicture(file);
      const refusals: string[] = [];
      for (const blob of [
        new Blob(["no picture"]),
        new Blob([]),
        (await noise(40, 40)).blob.slice(0, 60),
        new Blob([
          Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82, 0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0),
        ]),
      ])
        refusals.push(
          await core.openPicture(blob).then(
            () => "opened",
            (error: unknown) => (error instanceof core.PictureError ? error.code : String(error)),
          ),
        );
      const webp = await core
        .flatten({ version: 1, crop: null, shapes: [] }, picture, { type: "image/webp" })
        .catch((error: unknown) => (error as Core.PictureError).code);
      return { size: [again.width, again.height], bands: again.bands.length, refusals, webp };
    });
    expect(answer).toEqual({
      size: [320, 60_000],
      bands: 15,
      refusals: ["not-a-picture", "not-a-picture", "not-a-picture", "too-large"],
      webp: "too-large",
    });
  });
});

describe("the screen", () => {
  it("shows what is exported, and after every change the same as a full redraw", async () => {
    const answer = await page.evaluate(async () => {
      const picture = await noise(300, 200);
      const editor = core.createEditor(picture, { version: 1, crop: null, shapes: [] });
      const canvasOf = (): [HTMLCanvasElement, () => void] => {
        const canvas = document.createElement("canvas");
        document.body.replaceChildren(canvas);
        return [canvas, editor.attach(canvas)];
      };
      editor.setViewport({ width: 400, height: 300 });
      editor.run("zoom-100");
      const { camera } = editor.getState();
      // Integer offsets, so that nothing is interpolated.
      editor.pan(Math.round(camera.x) - camera.x, Math.round(camera.y) - camera.y);
      const [canvas] = canvasOf();
      const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const send = (kind: "down" | "move" | "up", x: number, y: number): void => {
        const now = editor.getState().camera;
        editor.pointer({
          kind,
          at: { x: x - now.x, y: y - now.y },
          pointerId: 1,
          pointerType: "mouse",
          button: 0,
          shift: false,
          alt: false,
          mod: false,
        });
      };
      /** Draws the current state on a new canvas, in full. Returns the pixels of an area; of the whole screen by default. */
      const redrawn = (x = 0, y = 0, width = canvas.width, height = canvas.height): Uint8ClampedArray => {
        const other = document.createElement("canvas");
        const stop = editor.attach(other);
        const { data } = other.getContext("2d")!.getImageData(x, y, width, height);
        stop();
        return data;
      };
      /** Counts values that differ from a full redraw. Curve edges are antialiased slightly differently within another clip. */
      const stalePixels = (): number => {
        const is = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
        const should = redrawn();
        return is.reduce((sum, value, at) => sum + (Math.abs(value - should[at]!) > 80 ? 1 : 0), 0);
      };
      const stale: string[] = [];
      const tools = [
        "rectangle",
        "redact",
        "blur",
        "magnifier",
        "ellipse",
        "arrow",
        "pen",
        "highlighter",
        "step",
        "stamp",
        "callout",
        "text",
        "spotlight",
        "line",
      ] as const;
      for (const [at, tool] of tools.entries()) {
        editor.setTool(tool);
        const [x, y] = [20 + (at % 5) * 45, 20 + Math.floor(at / 5) * 50];
        send("down", x, y);
        send("move", x + 40, y + 30);
        await frame();
        send("move", x + 70, y + 60);
        send("up", x + 70, y + 60);
        if (editor.getState().editing !== null) editor.setText("Words");
        editor.stopEditing();
        editor.setTool("select");
        await frame();
        if (stalePixels() > 0) stale.push(`${tool} drawn: ${stalePixels()}`);
        editor.run("select-all");
        editor.keyDown({ key: "ArrowRight", shift: true, alt: false, mod: false });
        await frame();
        if (stalePixels() > 0) stale.push(`${tool} moved: ${stalePixels()}`);
        editor.run("select-none");
        editor.toggleHidden(editor.getState().document.shapes[0]!.id);
        await frame();
        if (stalePixels() > 0) stale.push(`${tool} hidden: ${stalePixels()}`);
      }
      for (let step = 0; step < 12; step += 1) {
        editor.run("undo");
        await frame();
        if (stalePixels() > 0) stale.push(`undo ${step}: ${stalePixels()}`);
      }
      const now = editor.getState();
      const shown = redrawn(-now.camera.x, -now.camera.y, 300, 200);
      const file = await pixelsOf(await core.flatten(now.document, picture, { type: "image/png" }));
      let differing = 0;
      for (let at = 0; at < file.data.length; at += 1) if (Math.abs(file.data[at]! - shown[at]!) > 2) differing += 1;
      editor.dispose();
      return { stale, differing, selection: now.selection };
    });
    expect(answer).toEqual({ stale: [], differing: 0, selection: [] });
  });
});
