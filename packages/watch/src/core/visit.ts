import { SEGMENTS_MAX, VIEW_MIN_S } from "@stillreel/contract";

/** Progress of one viewing session. */
export interface Visit {
  /** Total seconds watched. */
  seconds: number;
  /** Watched ranges, in order and without overlaps. */
  segments: [number, number][];
}

/** Records what is watched, and reports it when necessary. */
export interface VisitRecorder {
  /** Records the current time and whether it plays. Called on every time update. */
  tick(time: number, isPlaying: boolean): void;
  /** Records a seek: the skipped range is not watched. */
  jump(): void;
  /** Reports unreported progress: at the end, and when the page is left. */
  flush(isLeaving: boolean): void;
}

/** Seconds watched between two reports after the first. */
const REPORT_S = 30;
/** A larger step between two ticks is no playback. */
const STEP_MAX_S = 2.5;
const JOIN_S = 0.3;

function add(segments: [number, number][], from: number, to: number): [number, number][] {
  const all = [...segments, [from, to] as [number, number]].toSorted((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [start, end] of all) {
    const last = joined.at(-1);
    if (last && start <= last[1] + JOIN_S) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.slice(0, SEGMENTS_MAX);
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Records one viewing session. `report` is called when it counts as a view, every half minute after, and at its end. */
export function createVisitRecorder(report: (visit: Visit, isLeaving: boolean) => void): VisitRecorder {
  let last: number | null = null;
  let open: [number, number] | null = null;
  let segments: [number, number][] = [];
  let seconds = 0;
  let reportedSeconds = 0;
  let counts = false;

  const close = (): void => {
    if (open && open[1] > open[0]) segments = add(segments, open[0], open[1]);
    open = null;
    last = null;
  };
  const send = (isLeaving: boolean): void => {
    const now = open ? add(segments, open[0], open[1]) : segments;
    reportedSeconds = seconds;
    counts ||= seconds >= VIEW_MIN_S;
    report({ seconds: round(seconds), segments: now.map(([from, to]) => [round(from), round(to)]) }, isLeaving);
  };

  return {
    tick(time, isPlaying) {
      const step = last === null ? 0 : time - last;
      if (step < 0 || step > STEP_MAX_S) close();
      else if (step > 0) {
        open ??= [last ?? time, time];
        open[1] = time;
        seconds += step;
      }
      last = isPlaying ? time : null;
      if (!isPlaying) close();
      if (counts ? seconds - reportedSeconds >= REPORT_S : seconds >= VIEW_MIN_S) send(false);
    },
    jump: close,
    flush(isLeaving) {
      if (seconds - reportedSeconds >= 0.5) send(isLeaving);
    },
  };
}
