export { openRecorderPage, serveRecorderPage } from "./recorder-page.ts";
export type { StudioPage } from "./studio-page.ts";
export { startTusDouble, type DoubleUpload, type Mishap, type TusDouble } from "./tus-double.ts";
