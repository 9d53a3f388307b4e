export { importArchive, pickFiles, pickFolder } from "./open-uploads.ts";
export { setUploadTarget, type UploadTarget } from "./upload-target.ts";
export { UploadLayer } from "./upload-layer-door.tsx";
