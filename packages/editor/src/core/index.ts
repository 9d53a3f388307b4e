export type * from "./editor.types.ts";
export { createEditor } from "./editor.ts";
export { flatten } from "./export.ts";
export { TOOL_KEYS } from "./keys.ts";
export { makePdf, type PdfPaper } from "./pdf.ts";
export { openPicture, PictureError } from "./picture.ts";
export { createPngEncoder, type PngEncoder, TransparentPixels } from "./png.ts";
export { type Glyph, GLYPHS } from "./shapes/stamp/stamp.glyphs.ts";
export { FONT_FAMILIES, LINE_HEIGHT } from "./text/fonts.ts";
