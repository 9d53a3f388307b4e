export { createImages } from "./sharp.images.ts";
