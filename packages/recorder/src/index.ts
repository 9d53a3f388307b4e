export { createLocalRecordings, type LocalRecordings } from "./local/local-recordings.ts";
export { type ComeHome, type Recovered, type RecoverOptions } from "./local/recover.ts";
export { RecoveryError, type RecoveryReason } from "./local/recovery-error.ts";
export { browserPorts, type Destination, type MediaPort, type RecorderPorts } from "./ports.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export * from "./recorder.types.ts";
export { bubbleBox } from "./sources/picture.plan.ts";
export { listenTo } from "./sources/sound-mix.ts";
export { largestPicture } from "./sources/picture.plan.ts";
