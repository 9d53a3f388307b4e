export { captureRegion } from "./capture-region.ts";
export { type Box, CaptureAbort, type CaptureAbortReason, type Captured, type CaptureRegionOptions } from "./full-page.types.ts";
