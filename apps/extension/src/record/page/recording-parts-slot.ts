import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import type { RecordingPageView } from "../core/recording-page-view.ts";

/** What only some recordings need in the page: it comes as a second script, when the first one asks for it. */
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
    /** The glass that is drawn on. */
    sheet: HTMLElement;
    /** Pens, colours and widths. */
    tools: HTMLElement;
    /** Takes up the pen, or puts it down; what was drawn stays until it is cleared or has faded. */
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

/** What our scripts know of each other in a page: the world of the extension in it, which the page does not see. */
export interface RecordingWorld {
  stillreelRecording?:
    | {
        /** What it was made for. */
        key: string;
        /** The second script has come. */
        equip: (make: MakeParts) => void;
        end: () => void;
      }
    | undefined;
}
