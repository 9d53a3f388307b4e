import { REQUEST_PICTURE_MAX_BYTES } from "@stillreel/contract";

/** Longest side of a picture of a link preview in pixels. The server stores no more. */
const PICTURE_SIDE = 1_200;

/** Returns the size of a picture that is scaled down to fit. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a picture or the shown frame of a video into a JPEG file. @throws Error when the browser cannot encode it */
export async function pictureOf(source: ImageBitmap | HTMLVideoElement): Promise<File> {
  const [width, height] = source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const canvas = Object.assign(document.createElement("canvas"), fittedSize(width, height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no 2D context.");
  // JPEG has no transparency, and black would replace it.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (!blob) throw new Error("The browser did not encode the picture.");
  return new File([blob], "picture.jpg", { type: "image/jpeg" });
}

/** Returns the picture at an address as a file. @throws Error when it cannot be loaded */
export async function pictureAt(url: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The picture was not loaded: ${answer.status}.`);
  return pictureOf(await createImageBitmap(await answer.blob()));
}

/** Why a chosen file cannot be a picture of a link preview, as the key of its text; null when it can. The server checks it again. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): "picture.wrongType" | "picture.tooLarge" | null {
  if (type !== "image/png" && type !== "image/jpeg") return "picture.wrongType";
  return size > REQUEST_PICTURE_MAX_BYTES ? "picture.tooLarge" : null;
}
