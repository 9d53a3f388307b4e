import type { AnnotationDocument } from "@stillreel/contract";

/** What undo brings back. */
export interface Snapshot {
  readonly document: AnnotationDocument;
  readonly selection: readonly string[];
}

/**
 * Every state there was, without an end. Documents are never changed but replaced, and share the shapes that did not
 * change: a step costs one array of references.
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

  /** Remembers what was before a change that is kept. */
  keep(before: Snapshot): void {
    this.#past.push(before);
    this.#future = [];
  }

  /** What to go back to, when there is something; `now` can then be gone forward to. */
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
