import { flatten, makePdf, type Editor } from "@stillreel/editor/core";
import { withEnding } from "./annotation.ts";

/** Download formats of an annotated picture. Keys of `annotate:formats`. */
export const FILE_FORMATS = ["png", "jpg", "webp", "pdf", "pdfA4"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Renders the current drawing in a format. */
export function fileOf(editor: Editor, format: FileFormat): Promise<Blob> {
  const { picture } = editor;
  const { document } = editor.getState();
  switch (format) {
    case "png":
      return flatten(document, picture, { type: "image/png" });
    case "jpg":
      return flatten(document, picture, { type: "image/jpeg", quality: 0.92 });
    case "webp":
      return flatten(document, picture, { type: "image/webp", quality: 0.9 });
    case "pdf":
      return makePdf(document, picture, "picture");
    case "pdfA4":
      return makePdf(document, picture, "a4");
  }
}

/** Saves a file through the browser. */
export function saveFile(blob: Blob, fileName: string, format: FileFormat): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = withEnding(fileName, format === "pdfA4" ? "pdf" : format);
  link.click();
  // The browser reads the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Copies the current drawing. The rendering may still be in progress: the browser keeps the user gesture valid for it.
 * @throws when the clipboard is unavailable (insecure origin) or the browser refuses
 */
export async function copyPicture(editor: Editor): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": fileOf(editor, "png") })]);
}
