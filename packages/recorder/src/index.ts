export {
  createKeptRecordings,
  RecoveryError,
  type ComeHome,
  type KeptRecordings,
  type RecoverOptions,
  type Recovered,
  type RecoveryReason,
} from "./kept/kept-recordings.ts";
export { browserPorts, type Destination, type MediaPort, type RecorderPorts } from "./ports.ts";
export { createRecorder, type Pictures, type Recorder } from "./recorder.ts";
export * from "./recorder.types.ts";
export { bubbleBox } from "./sources/picture.plan.ts";
export { listenTo } from "./sources/sound-mix.ts";
export { largestPicture } from "./sources/open-sources.ts";
