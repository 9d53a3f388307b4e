export { captureRegion } from "./capture-region.ts";
export { type Box, CaptureAbort, type CaptureAbortReason, type Captured, type CaptureRegionOptions } from "./captured.ts";
