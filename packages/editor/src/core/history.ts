import type { AnnotationDocument } from "@stillreel/contract";

/** The state that undo restores. */
export interface Snapshot {
  readonly document: AnnotationDocument;
  readonly selection: readonly string[];
}

/**
 * All states of the document, without a limit. Documents are replaced, never mutated, and share unchanged shapes: a step
 * costs one array of references.
 */
export class History {
  readonly #past: Snapshot[] = [];
  #future: Snapshot[] = [];

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Stores the state before a committed change. */
  commit(before: Snapshot): void {
    this.#past.push(before);
    this.#future = [];
  }

  /** Returns the previous state, or null. Redo can then return to `now`. */
  undo(now: Snapshot): Snapshot | null {
    const before = this.#past.pop();
    if (!before) return null;
    this.#future.push(now);
    return before;
  }

  redo(now: Snapshot): Snapshot | null {
    const after = this.#future.pop();
    if (!after) return null;
    this.#past.push(now);
    return after;
  }
}
