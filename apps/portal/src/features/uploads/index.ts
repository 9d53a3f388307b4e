export { pickFiles } from "./page-uploads.ts";
export { UploadLayer } from "./upload-layer.tsx";
