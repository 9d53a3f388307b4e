import { EDITED_MAX_S, STILL_MAX_S, type EditAsset, type EditDocument, type EditSource } from "@stillreel/contract";
import type { Chapter, PanelId, RefusalCode, Selection, VideoEditorOptions, VideoEditorState, VideoTool } from "./editor.types.ts";
import { changed, historyOf, redone, settled, undone, type History } from "./history.ts";
import { shownAt, timelineOf, timeOf, type Timeline } from "./timeline.ts";

type Settable = Omit<VideoEditorState, "document" | "timeline" | "chapters" | "canUndo" | "canRedo">;

const clamp = (value: number, high: number): number => Math.min(high, Math.max(0, value));

/** Whether a selection still exists in a document. */
function isThere(selection: Selection, { clips, effects }: EditDocument, chapters: readonly Chapter[], timeline: Timeline): boolean {
  switch (selection.kind) {
    case "clip":
      return selection.indexes.every((index) => index < clips.length);
    case "effect":
      return selection.ids.every((id) => effects.some((effect) => effect.id === id));
    case "chapter":
      return selection.index < chapters.length;
    case "removed":
      return timeline.segments.some(({ kind, start, end }) => kind === "removed" && start === selection.start && end === selection.end);
    case "range":
      return selection.to <= timeline.duration + 1e-6;
  }
}

/** State, subscribers and history of one editor. */
export class VideoEditorStore {
  readonly #listeners = new Set<() => void>();
  readonly #own: readonly Chapter[];
  #history: History<EditDocument>;
  #state: VideoEditorState;

  constructor({ document, source, joined = [], assets = [], chapters = [] }: VideoEditorOptions) {
    this.#own = chapters;
    this.#history = historyOf(document);
    this.#state = {
      document,
      timeline: timelineOf(document, source.duration),
      playhead: 0,
      seeks: 0,
      isPlaying: false,
      isThrough: false,
      rate: 1,
      selection: null,
      tool: "select" satisfies VideoTool,
      panel: "properties" satisfies PanelId,
      isSnapping: true,
      sources: [source, ...joined],
      assets,
      chapters: document.chapters ?? chapters,
      proposals: [],
      offers: [],
      pointer: null,
      canUndo: false,
      canRedo: false,
      refusal: null,
    };
  }

  get state(): VideoEditorState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the state and notifies all subscribers. The document does not change. */
  set(patch: Partial<Settable>): void {
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  }

  refuse(code: RefusalCode): void {
    this.set({ refusal: { code } });
  }

  change(document: EditDocument, key: string | null = null, selection?: Selection | null): void {
    const before = this.#history;
    this.#history = changed(before, document, key);
    if (this.#history === before && selection === undefined) return;
    this.#show(selection === undefined ? this.#state.selection : selection);
  }

  settle(): void {
    this.#history = settled(this.#history);
  }

  undo(): void {
    const before = undone(this.#history);
    if (!before) return;
    this.#history = before;
    this.#show(this.#state.selection);
  }

  redo(): void {
    const after = redone(this.#history);
    if (!after) return;
    this.#history = after;
    this.#show(this.#state.selection);
  }

  /** Shows the current document of the history. */
  #show(selection: Selection | null): void {
    const { now: document, past, future } = this.#history;
    const before = this.#state;
    const hasSameClips = document.clips === before.document.clips;
    const timeline = hasSameClips ? before.timeline : timelineOf(document, before.sources[0]?.duration ?? 0);
    const chapters = document.chapters ?? this.#own;
    const playhead = hasSameClips ? before.playhead : this.#playheadIn(timeline);
    this.#state = {
      ...before,
      document,
      timeline,
      chapters,
      playhead,
      // The picture under the playhead may be another one: an unchanged document is the only case in which it is surely not.
      seeks: hasSameClips ? before.seeks : before.seeks + 1,
      selection: selection && isThere(selection, document, chapters, timeline) ? selection : null,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      refusal: null,
    };
    for (const listener of this.#listeners) listener();
  }

  /** The second of a changed timeline that shows what the playhead shows now. */
  #playheadIn(timeline: Timeline): number {
    const { timeline: before, playhead } = this.#state;
    if (playhead >= before.duration) return timeline.duration;
    return clamp(timeOf(timeline, shownAt(before, playhead), playhead) ?? playhead, timeline.duration);
  }

  sourceOf(itemId: string | undefined): EditSource | undefined {
    const [own, ...joined] = this.#state.sources;
    return itemId === undefined ? own : joined.find((source) => source.itemId === itemId);
  }

  lengthOf(itemId: string | undefined): number {
    const source = this.sourceOf(itemId);
    if (!source) return EDITED_MAX_S;
    return source.type === "image" ? STILL_MAX_S : source.duration;
  }

  refresh(sources: readonly EditSource[], assets: readonly EditAsset[]): void {
    const fresh = new Map(sources.map((source) => [source.itemId, source]));
    const known = this.#state.sources.map((source) => fresh.get(source.itemId) ?? source);
    const added = sources.filter(({ itemId }) => !this.#state.sources.some((source) => source.itemId === itemId));
    this.set({ sources: [...known, ...added], assets });
  }

  addAsset(asset: EditAsset): void {
    this.set({ assets: [...this.#state.assets.filter(({ id }) => id !== asset.id), asset] });
  }
}
