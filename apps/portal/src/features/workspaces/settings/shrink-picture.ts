import { LOGO_MAX_BYTES } from "@stillreel/contract";

/** Pictures of a workspace and its teams. */
export type LogoKind = "avatar" | "thumbnail" | "icon";

/** One encoding attempt: longest side in pixels and format. PNG preserves transparency. */
export interface Attempt {
  side: number;
  type: "image/png" | "image/jpeg";
  quality?: number;
}

/** Longest sides to try: an avatar is small, a thumbnail spans the page. */
const SIDES: Record<LogoKind, readonly number[]> = {
  avatar: [512, 384, 256, 192, 128, 96, 64],
  icon: [512, 384, 256, 192, 128, 96, 64],
  thumbnail: [1600, 1280, 960, 800, 640, 480, 320, 200],
};
const QUALITIES = [0.9, 0.8, 0.7, 0.6] as const;

/**
 * Returns the encoding attempts, best quality first. Transparent pictures need PNG, and drawings with few colours are small as PNG;
 * photos are tried as JPEG in every quality before the next smaller size.
 */
export function attempts(kind: LogoKind, width: number, height: number, isSeeThrough: boolean): Attempt[] {
  const longest = Math.max(width, height);
  const smaller = SIDES[kind].filter((side) => side < longest);
  const sides = longest <= (SIDES[kind][0] ?? 0) ? [longest, ...smaller] : smaller;
  return sides.flatMap((side): Attempt[] => [
    { side, type: "image/png" },
    ...(isSeeThrough ? [] : QUALITIES.map((quality): Attempt => ({ side, type: "image/jpeg", quality }))),
  ]);
}

/** Returns the first attempt that is small enough, or null. `write` may be called for each attempt. */
export async function firstThatFits(
  tries: readonly Attempt[],
  write: (attempt: Attempt) => Promise<Blob | null>,
  maxBytes = LOGO_MAX_BYTES,
): Promise<{ blob: Blob; attempt: Attempt } | null> {
  for (const attempt of tries) {
    const blob = await write(attempt);
    if (blob && blob.size <= maxBytes) return { blob, attempt };
  }
  return null;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Returns the type by the file's first bytes; null for formats that a logo cannot have. */
export async function logoType(file: Blob): Promise<"image/png" | "image/jpeg" | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const begins = (signature: readonly number[]): boolean => signature.every((byte, index) => head[index] === byte);
  if (begins(PNG)) return "image/png";
  return begins(JPEG) ? "image/jpeg" : null;
}

/** A reduced picture. */
export interface SmallPicture {
  file: File;
  width: number;
  height: number;
}

/**
 * Reduces a picture to the size limit of a logo in this browser.
 * @returns null when no attempt is small enough
 * @throws DOMException when the browser cannot read the file as a picture
 */
export async function shrinkPicture(file: File, kind: LogoKind): Promise<SmallPicture | null> {
  const picture = await createImageBitmap(file);
  try {
    const { width, height } = picture;
    const tries = attempts(kind, width, height, (await logoType(file)) === "image/png" && isSeeThrough(picture));
    const found = await firstThatFits(tries, (attempt) => draw(picture, attempt));
    if (!found) return null;
    const { side, type } = found.attempt;
    const name = file.name.replace(/\.\w+$/u, "") + (type === "image/png" ? ".png" : ".jpg");
    return { file: new File([found.blob], name, { type }), ...sizeWithin(width, height, side) };
  } finally {
    picture.close();
  }
}

function sizeWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function paint(picture: ImageBitmap, width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new DOMException("This browser gives no canvas.", "NotSupportedError");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return { canvas, context };
}

function draw(picture: ImageBitmap, { side, type, quality }: Attempt): Promise<Blob | null> {
  const { width, height } = sizeWithin(picture.width, picture.height, side);
  const { canvas } = paint(picture, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** Detects transparency on a reduced copy of the picture. */
function isSeeThrough(picture: ImageBitmap): boolean {
  const { width, height } = sizeWithin(picture.width, picture.height, 128);
  const { data } = paint(picture, width, height).context.getImageData(0, 0, width, height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if ((data[alpha] ?? 255) < 250) return true;
  return false;
}
