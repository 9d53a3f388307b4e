import type { RecorderState } from "@stillreel/recorder";
import { useSyncExternalStore } from "react";
import { pageRecorder } from "./page-recorder.ts";

/** Returns the state of this page's recorder. */
export const useRecorder = (): RecorderState => useSyncExternalStore(pageRecorder.subscribe, pageRecorder.state);
