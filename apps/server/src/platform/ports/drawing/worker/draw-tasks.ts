import { writeFileSync } from "node:fs";
import { type Canvas, createCanvas, loadImage, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { lettersOf, type ShapeOf } from "@stillreel/contract";
import {
  type DrawingContext,
  drawFigure,
  drawLensPointer,
  drawLensRim,
  ellipsePath,
  FONT_FAMILIES,
  type Scene,
} from "@stillreel/editor/core";
import { drawBackground } from "@stillreel/video-editor/preview/background";
import type { BoardPart } from "@stillreel/board/drawing";
import type { Drawing, DrawingResult, DrawingTask } from "../../drawing.port.ts";
import { registerFonts } from "./fonts.ts";

/** Returns the even box of painted pixels. */
function paintedBox(canvas: Canvas, ctx: SKRSContext2D): Drawing {
  const { width, height } = canvas;
  const words = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (words[y * width + x] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [left & ~1, top & ~1];
  return { x, y, width: Math.min(width - x, (right - x + 2) & ~1), height: Math.min(height - y, (bottom - y + 2) & ~1) };
}

function write(canvas: Canvas, file: string, { x, y, width, height }: Drawing): void {
  const part = createCanvas(width, height);
  part.getContext("2d").drawImage(canvas, x, y, width, height, 0, 0, width, height);
  writeFileSync(file, part.encodeSync("png"));
}

function drawShapes({ path: file, width, height, shapes, paper }: DrawingTask & { kind: "shapes" }): Drawing {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const spotlights = shapes.filter((shape): shape is ShapeOf<"spotlight"> => shape.type === "spotlight");
  const scene: Scene = { picture: { width, height }, redactions: [], spotlights, blurred: () => null, magnified: () => null };
  const region = { x: 0, y: 0, width, height };
  const drawn = ctx as unknown as DrawingContext;
  for (const shape of shapes) if (shape.type !== "spotlight" && !shape.hidden) drawFigure(drawn, shape, scene, region);
  const [light] = spotlights;
  if (light) drawFigure(drawn, light, scene, region);
  const box = paintedBox(canvas, ctx);
  if (paper) {
    ctx.globalCompositeOperation = "destination-over";
    ctx.fillStyle = "#FFFFFF";
    ctx.fillRect(0, 0, width, height);
  }
  if (box.width > 0) write(canvas, file, box);
  return box;
}

/** Draws a magnifier without its enlarged pixels. These are visible where the mask is white. */
function drawLens({ path: file, part, width, height, shape }: DrawingTask & { kind: "lens" }): Drawing {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const drawn = ctx as unknown as DrawingContext;
  if (part === "edge") drawLensPointer(drawn, shape);
  ctx.globalCompositeOperation = part === "edge" ? "destination-out" : "source-over";
  ctx.fillStyle = "#FFFFFF";
  ellipsePath(drawn, shape);
  ctx.fill();
  ctx.globalCompositeOperation = part === "edge" ? "source-over" : "destination-out";
  // An opaque edge covers the edge of the pixels. A transparent one has none below it.
  if (part === "edge" || shape.opacity < 1) drawLensRim(drawn, shape);
  ctx.globalCompositeOperation = "destination-in";
  ctx.globalAlpha = shape.opacity;
  ctx.fillRect(0, 0, width, height);
  const box = paintedBox(canvas, ctx);
  if (box.width > 0) write(canvas, file, box);
  return box;
}

function drawMask({ path: file, width, height, radius }: DrawingTask & { kind: "mask" }): Drawing {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = "#FFFFFF";
  ctx.beginPath();
  if (radius === "round") ctx.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else ctx.roundRect(0, 0, width, height, Math.min(radius, width / 2, height / 2));
  ctx.fill();
  const box = { x: 0, y: 0, width, height };
  write(canvas, file, box);
  return box;
}

async function drawFrame({ path: file, frame, size, inside, corners, picture }: DrawingTask & { kind: "frame" }): Promise<Drawing> {
  const canvas = createCanvas(size.width, size.height);
  const ctx = canvas.getContext("2d");
  const image = picture === null ? null : await loadImage(picture);
  const behind = image ? { image: image as unknown as CanvasImageSource, width: image.width, height: image.height } : undefined;
  drawBackground(ctx as unknown as DrawingContext, frame, { size, inside, corners }, behind);
  ctx.globalCompositeOperation = "destination-out";
  ctx.beginPath();
  ctx.roundRect(inside.x, inside.y, inside.width, inside.height, corners);
  ctx.fill();
  const box = { x: 0, y: 0, ...size };
  write(canvas, file, box);
  return box;
}

/** Draws a whiteboard. An image that cannot be read is omitted. */
async function drawBoard({
  path: file,
  width,
  height,
  origin,
  scale,
  background,
  parts,
}: DrawingTask & { kind: "board" }): Promise<Drawing> {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = background;
  ctx.fillRect(0, 0, width, height);
  for (const part of parts) {
    ctx.save();
    ctx.scale(scale, scale);
    ctx.translate(part.turn.x - origin.x, part.turn.y - origin.y);
    ctx.rotate(part.turn.angle);
    ctx.translate(-part.turn.x, -part.turn.y);
    ctx.globalAlpha = part.opacity;
    await drawPart(ctx, part);
    ctx.restore();
  }
  const box = { x: 0, y: 0, width, height };
  write(canvas, file, box);
  return box;
}

async function drawPart(ctx: SKRSContext2D, part: BoardPart): Promise<void> {
  if (part.kind === "image") {
    const image = await loadImage(part.file).catch(() => null);
    if (image) ctx.drawImage(image, part.x, part.y, part.width, part.height);
  } else if (part.kind === "text") {
    ctx.font = `${part.size}px ${part.font}, ${FONT_FAMILIES}`;
    ctx.fillStyle = part.fill;
    ctx.textAlign = ({ start: "left", middle: "center", end: "right" } as const)[part.anchor];
    ctx.textBaseline = "alphabetic";
    for (const { text, x, y } of part.lines) ctx.fillText(text, x, y);
  } else {
    const path = new Path2D(part.d);
    ctx.lineWidth = part.width;
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    ctx.setLineDash(part.dash);
    if (part.fill !== null) {
      ctx.fillStyle = part.fill;
      ctx.fill(path);
    }
    if (part.stroke !== null) {
      ctx.strokeStyle = part.stroke;
      ctx.stroke(path);
    }
  }
}

/** Returns the letters that have the shape of a missing letter in every font. */
function missingIn(texts: string): string {
  const letters = new Set([...texts].filter((letter) => letter > "\u007F" && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(letter)));
  if (letters.size === 0) return "";
  const canvas = createCanvas(32, 32);
  const ctx = canvas.getContext("2d");
  ctx.font = `24px ${FONT_FAMILIES}`;
  const pixelsOf = (letter: string): string => {
    ctx.clearRect(0, 0, 32, 32);
    ctx.fillText(letter, 4, 26);
    return Buffer.from(ctx.getImageData(0, 0, 32, 32).data.buffer).toString("base64");
  };
  // No font has this letter, which is reserved for private use.
  const missing = pixelsOf("\u{10FFFD}");
  return [...letters].filter((letter) => pixelsOf(letter) === missing).join("");
}

/** Returns the letters that a task draws. */
function textOf(task: DrawingTask): string {
  if (task.kind === "shapes") return task.shapes.map(lettersOf).join("");
  if (task.kind === "board") return task.parts.flatMap((part) => (part.kind === "text" ? part.lines.map(({ text }) => text) : [])).join("");
  return task.kind === "letters" ? task.text : "";
}

/** Draws all tasks. */
export async function drawAll(tasks: readonly DrawingTask[]): Promise<DrawingResult> {
  const texts = tasks.map(textOf).join("");
  registerFonts(texts);
  const drawings: Drawing[] = [];
  for (const task of tasks) {
    if (task.kind === "shapes") drawings.push(drawShapes(task));
    else if (task.kind === "mask") drawings.push(drawMask(task));
    else if (task.kind === "lens") drawings.push(drawLens(task));
    else if (task.kind === "board") drawings.push(await drawBoard(task));
    else drawings.push(task.kind === "frame" ? await drawFrame(task) : { x: 0, y: 0, width: 0, height: 0 });
  }
  return { drawings, missingLetters: missingIn(texts) };
}
