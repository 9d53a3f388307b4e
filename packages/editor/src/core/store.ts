import type { AnnotationDocument } from "@stillreel/contract";
import type { EditorState, Styles } from "./editor.types.ts";
import { shapesOf } from "./document-edits.ts";
import { History, type Snapshot } from "./history.ts";
import { kindOf } from "./shapes/index.ts";
import { isShapeTool, StyleMemory } from "./styles.ts";

type Settable = Omit<EditorState, "styles" | "canUndo" | "canRedo" | "isChanged">;

/** Maximum pause between repeated keys that form one undo step. */
const GOES_ON_MS = 600;

const isSame = (a: Styles, b: Styles): boolean => (Object.keys(a) as (keyof Styles)[]).every((key) => a[key] === b[key]);

/** State, subscribers and history of one editor. It does not depend on pointers or pixels. */
export class EditorStore {
  readonly memory: StyleMemory;
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  #last: { name: string; document: AnnotationDocument; at: number } | null = null;
  #saved: AnnotationDocument;
  #state: EditorState;

  constructor(document: AnnotationDocument, pixelRatio: number) {
    this.memory = new StyleMemory(pixelRatio);
    this.#saved = document;
    this.#state = {
      document,
      selection: [],
      tool: "select",
      styles: this.memory.of("select"),
      camera: { x: 0, y: 0, zoom: 1 },
      viewport: { width: 0, height: 0 },
      editing: null,
      cropping: null,
      marquee: null,
      guides: [],
      cursor: "default",
      canUndo: false,
      canRedo: false,
      isChanged: false,
    };
  }

  get state(): EditorState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the state and notifies all subscribers. The history does not change. */
  set(patch: Partial<Settable>): void {
    const before = this.#state;
    const next = { ...before, ...patch };
    if (next.document !== before.document && next.selection.length > 0) {
      const ids = new Set(next.document.shapes.map(({ id }) => id));
      if (next.selection.some((id) => !ids.has(id))) next.selection = next.selection.filter((id) => ids.has(id));
    }
    if (next.document !== before.document || next.selection !== before.selection || next.tool !== before.tool) {
      const styles = this.#stylesNow(next);
      next.styles = isSame(styles, before.styles) ? before.styles : styles;
    }
    next.canUndo = this.#history.canUndo;
    next.canRedo = this.#history.canRedo;
    next.isChanged = next.document !== this.#saved;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  /** Must be called after the stored styles changed. */
  restyle(): void {
    const styles = this.#stylesNow(this.#state);
    if (isSame(styles, this.#state.styles)) return;
    this.#state = { ...this.#state, styles };
    for (const listener of this.#listeners) listener();
  }

  #stylesNow({ document, selection, tool }: Settable): Styles {
    const [first] = selection.length > 0 ? shapesOf(document, selection.slice(0, 1)) : [];
    if (!first) return this.memory.of(isShapeTool(tool) ? tool : "select");
    return { ...this.memory.of(first.type), ...kindOf(first).stylesOf(first) };
  }

  /** Returns a state that a gesture can restore. */
  mark(): Snapshot {
    return { document: this.#state.document, selection: this.#state.selection };
  }

  /** Commits the changes since a mark as one undo step, if there are any. */
  commit(mark: Snapshot): void {
    if (mark.document !== this.#state.document) this.#history.commit(mark);
    this.set({});
  }

  /** Restores the state of a mark. */
  bail(mark: Snapshot): void {
    this.set({ ...mark, guides: [], marquee: null });
  }

  /** Replaces the document as one undo step. */
  change(document: AnnotationDocument, selection: readonly string[] = this.#state.selection): void {
    const mark = this.mark();
    if (document === mark.document) {
      if (selection !== mark.selection) this.set({ selection });
      return;
    }
    this.#history.commit(mark);
    this.set({ document, selection });
  }

  /** Like {@link change}, but extends the previous undo step when it is recent and has the same name. */
  changeOn(name: string, document: AnnotationDocument): void {
    const { document: before } = this.#state;
    const now = performance.now();
    const goesOn = this.#last?.name === name && this.#last.document === before && now - this.#last.at < GOES_ON_MS;
    if (goesOn) this.set({ document });
    else this.change(document);
    this.#last = { name, document, at: now };
  }

  undo(): void {
    const before = this.#history.undo(this.mark());
    if (before) this.set({ ...before });
  }

  redo(): void {
    const after = this.#history.redo(this.mark());
    if (after) this.set({ ...after });
  }

  markSaved(): void {
    this.#saved = this.#state.document;
    this.set({});
  }

  /** Removes all subscribers. */
  close(): void {
    this.#listeners.clear();
  }
}
