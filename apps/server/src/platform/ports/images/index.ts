export { createImages, type ImagesOptions } from "./isolated.images.ts";
export { sniffImage } from "./strip-metadata.ts";
