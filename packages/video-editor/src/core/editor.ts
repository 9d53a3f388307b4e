import {
  CLIP_MIN_S,
  CLIPS_MAX,
  STILL_S,
  type EditAsset,
  type EditDocument,
  type EditEffect,
  type EditSource,
  type PointerTrack,
} from "@stillreel/contract";
import {
  partsIn,
  insertionAt,
  rounded,
  splitClip,
  withBroughtBack,
  withClipSettings,
  withEdge,
  withMovedClip,
  withoutParts,
  withoutSource,
  type ClipSettings,
} from "./clip-edits.ts";
import type {
  Chapter,
  PanelId,
  RefusalCode,
  Selection,
  StepUnit,
  VideoEditor,
  VideoEditorOptions,
  VideoEditorState,
  VideoTool,
} from "./editor.types.ts";
import {
  newEffectId,
  withDuplicate,
  withEffect,
  withEffectPatch,
  withEffectRange,
  withKey,
  withoutEffects,
  withoutKey,
  type EffectPatch,
  type NewEffect,
} from "./effect-edits.ts";
import type { ShareBox } from "./effects.ts";
import { VideoEditorStore } from "./editor-state.ts";
import { refollowed } from "./pointer-edits.ts";
import type { Range, SourceTime } from "./time-map.ts";
import { frameBeside, segmentAt, shownAt, trimmedClip, type RemovedSegment, type Segment } from "./timeline.ts";

/** Frames a second of a source whose rate is not known. */
const DEFAULT_RATE = 30;

/** Opens an editor of a video and its edits. */
export const createVideoEditor = (options: VideoEditorOptions): VideoEditor => new VideoEditorCore(options);

class VideoEditorCore implements VideoEditor {
  readonly #store: VideoEditorStore;

  constructor(options: VideoEditorOptions) {
    this.#store = new VideoEditorStore(options);
  }

  getState(): VideoEditorState {
    return this.#store.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  get #document(): EditDocument {
    return this.#store.state.document;
  }

  change(document: EditDocument, key: string | null = null): void {
    this.#store.change(document, key);
  }

  settle(): void {
    this.#store.settle();
  }

  undo(): void {
    this.#store.undo();
  }

  redo(): void {
    this.#store.redo();
  }

  replaceDocument(document: EditDocument): void {
    this.#store.change(document, null, null);
  }

  refuse(code: RefusalCode): void {
    this.#store.refuse(code);
  }

  // Playing

  seek(time: number): void {
    const { timeline, seeks } = this.#store.state;
    this.#store.set({ playhead: Math.min(timeline.duration, Math.max(0, time)), seeks: seeks + 1 });
  }

  follow(time: number): void {
    const { timeline, playhead } = this.#store.state;
    const next = Math.min(timeline.duration, Math.max(0, time));
    if (next !== playhead) this.#store.set({ playhead: next });
  }

  step(unit: StepUnit, direction: 1 | -1): void {
    const { timeline, playhead } = this.#store.state;
    this.pause();
    if (unit === "second") return this.seek(playhead + direction);
    if (unit === "frame")
      return this.seek(frameBeside(timeline, playhead, direction, this.sourceOf(this.shown().itemId)?.frameRate ?? DEFAULT_RATE));
    const cuts = [...timeline.segments.map(({ from }) => from), timeline.duration];
    const next = direction === 1 ? cuts.find((at) => at > playhead + 1e-4) : cuts.findLast((at) => at < playhead - 1e-4);
    if (next !== undefined) this.seek(next);
  }

  play({ rate = 1, isThrough = false }: { rate?: number; isThrough?: boolean } = {}): void {
    const { timeline, playhead, seeks } = this.#store.state;
    const isAtEnd = rate > 0 && playhead >= timeline.duration - 1e-3;
    this.#store.set({ isPlaying: true, rate, isThrough, ...(isAtEnd ? { playhead: 0, seeks: seeks + 1 } : {}) });
  }

  pause(): void {
    if (this.#store.state.isPlaying) this.#store.set({ isPlaying: false, rate: 1, isThrough: false });
  }

  shown(): SourceTime & { segment: Segment } {
    const { timeline, playhead } = this.#store.state;
    return shownAt(timeline, playhead);
  }

  // Selection and view

  select(selection: Selection | null): void {
    if (selection === this.#store.state.selection) return;
    // The words panel shows the words of a removed part.
    const isShown = selection === null || (selection.kind === "removed" && this.#store.state.panel === "words");
    this.#store.set({ selection, ...(!isShown && { panel: "properties" }) });
  }

  setTool(tool: VideoTool): void {
    if (tool !== this.#store.state.tool) this.#store.set({ tool });
  }

  setPanel(panel: PanelId): void {
    if (panel !== this.#store.state.panel) this.#store.set({ panel });
  }

  setSnapping(isSnapping: boolean): void {
    this.#store.set({ isSnapping });
  }

  sourceOf(itemId: string | undefined): EditSource | undefined {
    return this.#store.sourceOf(itemId);
  }

  lengthOf(itemId: string | undefined): number {
    return this.#store.lengthOf(itemId);
  }

  addAsset(asset: EditAsset): void {
    this.#store.addAsset(asset);
  }

  propose(proposals: readonly Range[]): void {
    this.#store.set({ proposals });
  }

  offer(offers: readonly Range[]): void {
    this.#store.set({ offers });
  }

  setPointer(pointer: PointerTrack): void {
    this.#store.set({ pointer });
  }

  refresh(sources: readonly EditSource[], assets: readonly EditAsset[]): void {
    this.#store.refresh(sources, assets);
  }

  // Clips

  #changeClips(clips: EditDocument["clips"] | null, refusal: RefusalCode, selection?: Selection | null, key: string | null = null): void {
    if (clips === null) return this.refuse(refusal);
    if (clips !== this.#document.clips) this.#store.change({ ...this.#document, clips }, key, selection);
  }

  split(): void {
    const { segment, at } = this.shown();
    if (segment.kind !== "clip") return this.refuse("nothing-selected");
    const { clips } = this.#document;
    this.#changeClips(splitClip(clips, segment.index, at), clips.length >= CLIPS_MAX ? "too-many" : "too-short", null);
  }

  #trim(edge: "start" | "end"): void {
    const clip = trimmedClip(this.#store.state.timeline, this.shown().segment, edge);
    if (!clip) return this.refuse("nothing-selected");
    const { at } = this.shown();
    const length = edge === "start" ? clip.end - at : at - clip.start;
    if (length < CLIP_MIN_S) return this.refuse("too-short");
    const clips = this.#document.clips.with(clip.index, { ...clip.clip, [edge]: rounded(at) });
    this.#changeClips(clips, "too-short", null);
  }

  trimStart(): void {
    this.#trim("start");
  }

  trimEnd(): void {
    this.#trim("end");
  }

  removeSelection(): void {
    const { selection, timeline, chapters } = this.#store.state;
    if (!selection) return this.refuse("nothing-selected");
    const { clips } = this.#document;
    switch (selection.kind) {
      case "effect":
        return this.removeEffects(selection.ids);
      case "chapter":
        return this.setChapters(chapters.toSpliced(selection.index, 1));
      case "removed":
        return this.bringBack([{ from: selection.start, to: selection.end }]);
      case "range":
        return this.#changeClips(withoutParts(clips, partsIn(timeline, selection)), "nothing-left", null);
      case "clip": {
        const parts = selection.indexes.map((index) => ({ index, from: 0, to: Infinity }));
        return this.#changeClips(withoutParts(clips, parts), "nothing-left", null);
      }
    }
  }

  cutSource(itemId: string | undefined, ranges: readonly Range[]): void {
    this.#changeClips(withoutSource(this.#document.clips, itemId, ranges), "nothing-left", null);
  }

  bringBack(ranges: readonly Range[]): void {
    const { segments } = this.#store.state.timeline;
    let clips: EditDocument["clips"] = this.#document.clips;
    for (const range of ranges) {
      const isHere = (one: Segment): one is RemovedSegment => one.kind === "removed" && one.start <= range.from && one.end >= range.to;
      const index = segments.findIndex(isHere);
      const before = segments.slice(0, Math.max(0, index)).findLast((one) => one.kind === "clip");
      clips = withBroughtBack(clips, range, before?.kind === "clip" ? before.index + 1 : index === -1 ? undefined : 0);
    }
    this.#changeClips(clips, "too-many", null);
  }

  moveClip(from: number, to: number): void {
    if (from === to) return;
    const clips = withMovedClip(this.#document.clips, from, to);
    this.#changeClips(clips, "too-many", { kind: "clip", indexes: [Math.min(clips.length - 1, Math.max(0, to))] });
  }

  moveEdge(index: number, edge: "start" | "end", at: number, key = `edge:${index}:${edge}`): void {
    const clip = this.#document.clips[index];
    if (!clip) return;
    this.#changeClips(withEdge(this.#document.clips, index, edge, at, this.lengthOf(clip.itemId)), "too-short", undefined, key);
  }

  setClips(indexes: readonly number[], settings: ClipSettings, key?: string): void {
    this.#changeClips(withClipSettings(this.#document.clips, indexes, settings), "too-many", undefined, key ?? null);
  }

  join(source: EditSource): void {
    const { timeline, playhead, sources } = this.#store.state;
    const { clips } = this.#document;
    if (clips.length >= CLIPS_MAX) return this.refuse("too-many");
    const index = insertionAt(segmentAt(timeline, playhead), playhead, timeline.segments);
    const isOwn = source.itemId === sources[0]?.itemId;
    if (!isOwn && !this.sourceOf(source.itemId)) this.#store.set({ sources: [...sources, source] });
    const end = source.type === "image" ? STILL_S : source.duration;
    const clip = { start: 0, end, ...(isOwn ? {} : { itemId: source.itemId }) };
    this.#changeClips(clips.toSpliced(index, 0, clip), "too-many", { kind: "clip", indexes: [index] });
  }

  // Effects

  #changeEffects(
    effects: EditEffect[] | null,
    key: string | null = null,
    selection?: Selection | null,
    refusal: RefusalCode = "too-many",
  ): void {
    if (effects === null) return this.refuse(refusal);
    if (effects === this.#document.effects) return;
    this.#store.change(
      { ...this.#document, effects: refollowed(this.#document.effects, effects, this.#store.state.pointer) },
      key,
      selection,
    );
  }

  #effect(id: string): EditEffect | undefined {
    return this.#document.effects.find((effect) => effect.id === id);
  }

  addEffect(effect: NewEffect): string | null {
    const { effects } = this.#document;
    const id = newEffectId(effects);
    const added = withEffect(effects, { ...effect, id } as EditEffect);
    this.#changeEffects(added, null, { kind: "effect", ids: [id] }, effect.kind === "zoom" ? "zooms-overlap" : "too-many");
    return added ? id : null;
  }

  rangeForEffect(seconds: number): { itemId: string | undefined; start: number; end: number } | null {
    const { itemId, at } = this.shown();
    const end = Math.min(this.lengthOf(itemId), at + seconds);
    return end - at < 0.1 ? null : { itemId, start: Math.floor(at * 1e6) / 1e6, end: rounded(end) };
  }

  updateEffect(id: string, patch: EffectPatch, key: string | null = null): void {
    if (this.#effect(id)) this.#changeEffects(withEffectPatch(this.#document.effects, id, patch), key);
  }

  repositionEffect(effect: EditEffect, key: string | null = null): void {
    this.#changeEffects(
      this.#document.effects.map((one) => (one.id === effect.id ? effect : one)),
      key,
    );
  }

  moveEffect(id: string, range: Range, key: string | null = null): void {
    const effect = this.#effect(id);
    if (effect) this.#changeEffects(withEffectRange(this.#document.effects, id, range, this.lengthOf(effect.itemId)), key);
  }

  removeEffects(ids: readonly string[]): void {
    this.#changeEffects(withoutEffects(this.#document.effects, new Set(ids)), null, null);
  }

  duplicateEffect(id: string): void {
    const effect = this.#effect(id);
    const copied = effect && withDuplicate(this.#document.effects, id, this.lengthOf(effect.itemId));
    if (!copied) return this.refuse(effect?.kind === "zoom" ? "zooms-overlap" : "too-many");
    this.#changeEffects(copied.effects, null, { kind: "effect", ids: [copied.id] });
  }

  setKey(id: string, at: number, box: ShareBox, key: string | null = null): void {
    const effect = this.#effect(id);
    if (!effect || effect.kind === "figure") return;
    const changed = withKey(effect, at, box);
    if (changed) this.repositionEffect(changed, key);
    else this.refuse("too-many");
  }

  removeKey(id: string, at: number): void {
    const effect = this.#effect(id);
    if (effect && effect.kind !== "figure") this.repositionEffect(withoutKey(effect, at));
  }

  // The whole video

  setCrop(crop: EditDocument["crop"], key?: string): void {
    this.change({ ...this.#document, crop }, key ?? null);
  }

  setRotate(rotate: EditDocument["rotate"]): void {
    this.change({ ...this.#document, rotate });
  }

  setFrame(frame: EditDocument["frame"], key?: string): void {
    this.change({ ...this.#document, frame }, key ?? null);
  }

  setAudio(audio: EditDocument["audio"], key?: string): void {
    this.change({ ...this.#document, audio }, key ?? null);
  }

  setVolume(volume: number, key?: string): void {
    this.change({ ...this.#document, volume }, key ?? null);
  }

  setPoster(poster: EditDocument["poster"]): void {
    this.change({ ...this.#document, poster });
  }

  setChapters(chapters: readonly Chapter[], key?: string): void {
    this.change({ ...this.#document, chapters: chapters.toSorted((one, other) => one.at - other.at) }, key ?? null);
  }

  addChapter(name: string): void {
    const { itemId, at } = this.shown();
    if (itemId !== undefined) return this.refuse("no-end");
    const chapters = [...this.#store.state.chapters.filter((one) => Math.abs(one.at - at) > 0.01), { at: rounded(at), name }];
    if (chapters.length > 100) return this.refuse("too-many");
    this.setChapters(chapters);
    const index = this.#store.state.chapters.findIndex((one) => one.at === rounded(at));
    this.#store.set({ selection: { kind: "chapter", index }, panel: "chapters" });
  }
}
