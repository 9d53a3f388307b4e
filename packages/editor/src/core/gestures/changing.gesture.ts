import { seenRect } from "../camera.ts";
import type { Snapshot } from "../history.ts";
import { type SnapLines, snapLines } from "../snapping.ts";
import type { Bench, Gesture, Press } from "./gesture.ts";

/** A gesture that changes shapes while the pointer moves. It is one undo step, or no change when it is cancelled. */
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
    this.commit();
  }

  cancel(): void {
    this.bench.store.bail(this.#mark);
  }

  /** Ends the gesture. Its changes become one undo step. */
  protected commit(): void {
    this.bench.store.set({ guides: [] });
    this.bench.store.commit(this.#mark);
  }
}

/** Returns the lines that a selection can snap to. */
export function linesFor(bench: Bench, moving: readonly string[]): SnapLines {
  const { document, camera, viewport } = bench.store.state;
  const shown = document.crop ?? { x: 0, y: 0, ...bench.picture };
  return snapLines(document, moving, shown, seenRect(camera, viewport));
}
