import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import type { RecordingPageView } from "../core/recording-page-view.ts";

/** Parts that only some recordings need; the first script loads them as a second script. */
export interface RecordingParts {
  countdown: {
    node: HTMLElement;
    show: (state: RecorderState) => void;
  };
  bubble: {
    node: HTMLElement;
    show: (state: RecorderState) => void;
    end: () => void;
  };
  drawing: {
    /** The canvas for drawing. */
    sheet: HTMLElement;
    /** Tools, colours and widths. */
    tools: HTMLElement;
    /** Activates or deactivates drawing; strokes stay until they are cleared or have faded. */
    open: (isOpen: boolean) => void;
    clear: () => void;
  };
}

/** Makes the parts. */
export type MakeParts = (
  view: RecordingPageView,
  use: {
    send: (command: RecorderCommand) => void;
    /** Esc was pressed while drawing. */
    leaveDrawing: () => void;
  },
  signal: AbortSignal,
) => RecordingParts;

/** Shared globals of our scripts in the isolated world, which the page cannot access. */
export interface RecordingWorld {
  stillreelRecording?:
    | {
        /** What it was made for. */
        key: string;
        /** Called by the second script when it is loaded. */
        equip: (make: MakeParts) => void;
        end: () => void;
      }
    | undefined;
}
