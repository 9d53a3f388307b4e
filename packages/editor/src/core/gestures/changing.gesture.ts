import { seenRect } from "../camera.ts";
import type { Snapshot } from "../history.ts";
import { type SnapLines, snapLines } from "../snapping.ts";
import type { Bench, Gesture, Press } from "./gesture.ts";

/** A gesture that changes shapes while the pointer moves: one step of undo in the end, nothing when it is cancelled. */
export abstract class Changing implements Gesture {
  readonly cursor?: string;
  protected readonly bench: Bench;
  readonly #mark: Snapshot;

  constructor(bench: Bench) {
    this.bench = bench;
    this.#mark = bench.store.mark();
  }

  abstract move(press: Press): void;

  end(press: Press): void {
    this.move(press);
    this.keep();
  }

  cancel(): void {
    this.bench.store.bail(this.#mark);
  }

  /** Ends it: what was done is one step of undo. */
  protected keep(): void {
    this.bench.store.set({ guides: [] });
    this.bench.store.keep(this.#mark);
  }
}

/** Where the lines are to which a selection snaps. */
export function linesFor(bench: Bench, moving: readonly string[]): SnapLines {
  const { document, camera, viewport } = bench.store.state;
  const shown = document.crop ?? { x: 0, y: 0, ...bench.picture };
  return snapLines(document, moving, shown, seenRect(camera, viewport));
}
