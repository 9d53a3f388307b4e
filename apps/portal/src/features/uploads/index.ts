export { importArchive, pickFiles, pickFolder } from "./open-uploads.ts";
export { latestTarget, setUploadTarget, uploadTarget, useShownTarget, type UploadTarget } from "./upload-target.ts";
export { UploadLayer } from "./upload-layer-door.tsx";
