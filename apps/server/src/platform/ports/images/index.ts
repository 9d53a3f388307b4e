export { createImages } from "./sharp.images.ts";
export { sniffImage } from "./strip-metadata.ts";
