export { TranscriptView } from "./transcript-view.tsx";
export type { TranscriptEdit, TranscriptViewProps } from "./transcript.types.ts";
export { CaptionsTranscript } from "./captions-transcript.tsx";
