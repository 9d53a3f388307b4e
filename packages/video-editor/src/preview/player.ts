import type { EditSource } from "@stillreel/contract";
import {
  clipVolume,
  continues,
  editedTime,
  fadeLevel,
  type Placement,
  type Segment,
  segmentAt,
  skipFrom,
  sourceIn,
  timeIn,
  type Timeline,
  type VideoEditor,
  type VideoEditorState,
} from "../core/index.ts";
import { LoadedAssets } from "./loaded-assets.ts";
import type { SourcePicture } from "./compositor.ts";
import type { Deck } from "./deck.ts";
import { optionsOf, Screens } from "./screens.ts";
import type { PreviewPlayer } from "./player.types.ts";
import { Sound, soundTime } from "./sound.ts";
import { LoadedSource } from "./sources.ts";

/** Time in milliseconds after which a tile of the storyboard is shown while the exact frame is decoded. */
const TILE_AFTER_MS = 24;
/** The end of a clip counts as reached this many seconds earlier, because timers are late. */
const END_S = 0.004;
/** Interval in milliseconds at which the volume is scheduled again: a video that waits for data is later than planned. */
const SCHEDULE_MS = 250;
/** Limits of the browsers for the speed of a video. */
const RATE = { least: 0.0625, most: 16 } as const;

/** What plays now. */
interface Playing {
  segment: Segment;
  source: LoadedSource;
  deck: Deck | null;
  /** Second of the source that the deck must show before it plays. Null while it plays. */
  waitsFor: number | null;
  /** Second of the timeline. */
  time: number;
}

/** What is shown: a source with the deck that decodes it, and the wanted second. */
interface View {
  source: LoadedSource;
  deck: Deck | null;
  itemId: string | undefined;
  at: number;
  /** Since when the deck is behind: when this second, or an earlier one whose frame did not arrive, was requested. In milliseconds. */
  since: number;
}

/**
 * Opens a player for an editor.
 * @param onExpired is called when the signed address of a source has expired. The host loads the edits again
 */
export const createPreviewPlayer = (editor: VideoEditor, onExpired: (itemId: string) => void = () => {}): PreviewPlayer =>
  new Player(editor, onExpired);

class Player implements PreviewPlayer {
  readonly #editor: VideoEditor;
  readonly #onExpired: (itemId: string) => void;
  readonly #screens = new Screens();
  readonly #sound = new Sound();
  readonly #assets = new LoadedAssets();
  readonly #sources = new Map<string, LoadedSource>();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #known: VideoEditorState;
  #view: View | null = null;
  #playing: Playing | null = null;
  #next: { segment: Segment; deck: Deck | null } | null = null;
  #frame: number | null = null;
  #tileTimer: ReturnType<typeof setTimeout> | null = null;
  #tickedAt = 0;
  #scheduledAt = 0;
  #isWaiting = false;

  constructor(editor: VideoEditor, onExpired: (itemId: string) => void) {
    this.#editor = editor;
    this.#onExpired = onExpired;
    this.#known = editor.getState();
    this.#unsubscribe = editor.subscribe(() => this.#handleChange());
    this.#assets.load(this.#known, () => this.#invalidate());
    this.#show(this.#known.playhead);
  }

  attach(canvas: HTMLCanvasElement): () => void {
    const detach = this.#screens.add(canvas, () => this.#invalidate());
    this.#invalidate();
    return detach;
  }

  placement(): Placement | null {
    return this.#screens.placement;
  }

  isWaiting(): boolean {
    return this.#isWaiting;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#unsubscribe();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    if (this.#tileTimer !== null) clearTimeout(this.#tileTimer);
    this.#listeners.clear();
    for (const source of this.#sources.values()) source.close();
    this.#sources.clear();
    this.#sound.close();
    this.#screens.close();
  }

  #handleChange(): void {
    const [before, state] = [this.#known, this.#editor.getState()];
    if (before === state) return;
    this.#known = state;
    if (before.sources !== state.sources) this.#updateSources(state.sources);
    if (before.assets !== state.assets || before.document !== state.document) this.#assets.load(state, () => this.#invalidate());
    const isOther = before.seeks !== state.seeks || before.timeline !== state.timeline || before.sources !== state.sources;
    const isSwitched = before.isPlaying !== state.isPlaying || before.rate !== state.rate || before.isThrough !== state.isThrough;
    if (!state.isPlaying && before.isPlaying) this.#stop();
    if (state.isPlaying && (isSwitched || isOther)) this.#start();
    else if (!state.isPlaying && (isOther || isSwitched)) this.#show(state.playhead);
    if (state.isPlaying && before.document !== state.document) this.#scheduledAt = 0;
    if (before.document !== state.document || before.selection !== state.selection || before.tool !== state.tool) this.#invalidate();
  }

  #updateSources(sources: readonly EditSource[]): void {
    for (const facts of sources) this.#sources.get(facts.itemId)?.update(facts);
  }

  /** Returns the loaded source of an item. It is loaded when it is first shown. */
  #source(itemId: string | undefined): LoadedSource | null {
    const facts = this.#editor.sourceOf(itemId);
    if (!facts) return null;
    const known = this.#sources.get(facts.itemId);
    if (known) return known;
    const source = new LoadedSource(facts, { onFrame: (loaded) => this.#handleFrame(loaded), onError: this.#onExpired });
    this.#sources.set(facts.itemId, source);
    return source;
  }

  #handleFrame(source: LoadedSource): void {
    if (source !== this.#view?.source) return;
    this.#invalidate();
  }

  // Showing one frame

  /** Shows the frame of a second of the timeline. */
  #show(time: number): void {
    const segment = segmentAt(this.#editor.getState().timeline, time);
    const source = this.#source(segment.itemId);
    if (!source) return;
    const deck = (this.#view?.source === source ? this.#view.deck : null) ?? source.deck(0);
    this.#showAt(segment, source, deck, sourceIn(segment, time));
  }

  #showAt(segment: Segment, source: LoadedSource, deck: Deck | null, at: number): void {
    // The end of a clip does not belong to it. Its last frame is shown there.
    const frame = 1 / (source.facts.frameRate ?? 30);
    const shown = at >= segment.end - 1e-6 ? Math.max(segment.start, segment.end - frame) : at;
    const before = this.#view;
    const isBehind = before !== null && before.deck === deck && deck !== null && !deck.isAt(before.at);
    const since = isBehind ? before.since : performance.now();
    this.#view = { source, deck, itemId: segment.itemId, at: shown, since };
    deck?.seek(shown);
    if (this.#tileTimer !== null) clearTimeout(this.#tileTimer);
    this.#tileTimer = setTimeout(() => this.#invalidate(), TILE_AFTER_MS);
    this.#invalidate();
  }

  // Playing

  get #program(): readonly Segment[] {
    const { timeline, isThrough } = this.#editor.getState();
    return isThrough ? timeline.segments : timeline.segments.filter(({ kind }) => kind === "clip");
  }

  #start(): void {
    const { timeline, playhead, rate, isThrough } = this.#editor.getState();
    this.#sound.open();
    this.#playing?.deck?.pause();
    this.#playing = this.#next = null;
    this.#tickedAt = performance.now();
    if (rate >= 0) {
      const time = isThrough ? playhead : (skipFrom(timeline, playhead) ?? playhead);
      const segment = segmentAt(timeline, time);
      if (!isThrough && segment.kind === "removed") return this.#finish(timeline);
      this.#enter(segment, time, this.#view?.deck ?? null);
    }
    this.#invalidate();
  }

  #stop(): void {
    this.#playing?.deck?.pause();
    this.#playing = this.#next = null;
    this.#sound.follow(null, null, { time: 0, isPlaying: false, rate: 1 });
  }

  #finish({ duration }: Timeline): void {
    this.#editor.follow(duration);
    this.#editor.pause();
  }

  /** Plays a segment from a second of the timeline on, with a deck that may already show its frame. */
  #enter(segment: Segment, time: number, ready: Deck | null): void {
    const source = this.#source(segment.itemId);
    if (!source) return this.#editor.pause();
    const deck = ready !== null && source.decks.includes(ready) ? ready : source.deck(0);
    const at = sourceIn(segment, time);
    this.#playing = { segment, source, deck, waitsFor: at, time };
    this.#showAt(segment, source, deck, at);
    this.#prepare(segment, source, deck);
  }

  /** Lets another deck show the first frame of the next segment. */
  #prepare(segment: Segment, source: LoadedSource, deck: Deck | null): void {
    const program = this.#program;
    const next = program[program.indexOf(segment) + 1];
    this.#next = null;
    if (!next) return;
    if (this.#isContinued(segment, next)) return void (this.#next = { segment: next, deck });
    const nextSource = this.#source(next.itemId);
    const other = nextSource === source ? source.deck(deck === source.decks[0] ? 1 : 0) : (nextSource?.deck(0) ?? null);
    other?.seek(next.start);
    this.#next = { segment: next, deck: other };
  }

  #isContinued(one: Segment, other: Segment): boolean {
    if (one.kind === "clip" && other.kind === "clip") return continues(one.clip, other.clip);
    return one.itemId === other.itemId && Math.abs(one.end - other.start) < 0.001 && this.#speed(one) === this.#speed(other);
  }

  #speed(segment: Segment): number {
    return segment.kind === "clip" ? (segment.clip.speed ?? 1) : 1;
  }

  #rate(segment: Segment): number {
    return Math.min(RATE.most, Math.max(RATE.least, this.#speed(segment) * Math.abs(this.#editor.getState().rate)));
  }

  #advance(playing: Playing): void {
    const next = this.#next;
    if (!next) return this.#finish(this.#editor.getState().timeline);
    const { segment, deck } = next;
    if (deck !== null && deck === playing.deck) {
      this.#playing = { ...playing, segment, time: segment.from };
      this.#prepare(segment, playing.source, deck);
      this.#scheduledAt = 0;
      return;
    }
    playing.deck?.pause();
    this.#enter(segment, segment.from, deck);
  }

  #tick(now: number): void {
    const { rate, playhead } = this.#editor.getState();
    const passed = Math.min(0.25, (now - this.#tickedAt) / 1_000);
    this.#tickedAt = now;
    if (rate < 0) return this.#tickBackwards(playhead + passed * rate);
    const playing = this.#playing;
    if (!playing) return;
    if (playing.waitsFor !== null) this.#begin(playing, playing.waitsFor);
    else if (playing.deck) this.#tickVideo(playing, playing.deck);
    else this.#tickStill(playing, passed * rate);
    this.#followSound(now);
  }

  /** Starts a deck once it shows its first frame. */
  #begin(playing: Playing, at: number): void {
    const { deck, source, segment } = playing;
    if (deck && !deck.isAt(at) && this.#view?.at === at) return;
    if (!deck && !source.picture(null)) return;
    playing.waitsFor = null;
    this.#scheduledAt = 0;
    void deck?.play(this.#rate(segment)).catch(() => {
      // The browser does not play without a press, or another request came first.
      if (this.#playing === playing && deck.element.error === null && deck.element.paused) this.#editor.pause();
    });
  }

  #tickVideo(playing: Playing, deck: Deck): void {
    const { segment } = playing;
    const { currentTime, ended } = deck.element;
    const rate = this.#rate(segment);
    if (deck.element.playbackRate !== rate) deck.element.playbackRate = rate;
    playing.time = Math.min(segment.to, Math.max(playing.time, timeIn(segment, Math.min(segment.end, deck.frameAt))));
    if (currentTime >= segment.end - END_S || ended) return this.#advance(playing);
    this.#editor.follow(playing.time);
  }

  #tickStill(playing: Playing, passed: number): void {
    playing.time += passed;
    if (playing.time >= playing.segment.to) return this.#advance(playing);
    this.#editor.follow(playing.time);
    if (this.#view) this.#view.at = sourceIn(playing.segment, playing.time);
  }

  /** Browsers cannot play backwards: frames are shown one after the other, as fast as they can be decoded. */
  #tickBackwards(time: number): void {
    const { timeline, isThrough } = this.#editor.getState();
    let at = Math.max(0, time);
    const segment = segmentAt(timeline, at);
    if (segment.kind === "removed" && !isThrough) at = Math.max(0, segment.from - 1e-3);
    if (at <= 0) {
      this.#editor.follow(0);
      this.#show(0);
      return this.#editor.pause();
    }
    this.#editor.follow(at);
    this.#show(at);
  }

  #followSound(now: number): void {
    const playing = this.#playing;
    if (!playing) return;
    const { document, timeline, rate, assets } = this.#editor.getState();
    const { segment, deck, waitsFor } = playing;
    const time = deck && waitsFor === null ? soundTime(segment, deck) : playing.time;
    const edited = editedTime(timeline, time);
    const url = assets.find(({ id }) => id === document.audio?.assetId)?.url ?? null;
    this.#sound.follow(document.audio, url, { time: edited, isPlaying: waitsFor === null, rate });
    if (!deck || waitsFor !== null || now - this.#scheduledAt < SCHEDULE_MS) return;
    this.#scheduledAt = now;
    const points = segment.kind === "clip" ? clipVolume(document, timeline.map, segment.index) : [{ time: 0, volume: document.volume }];
    this.#sound.schedule(deck, points, segment.kind === "clip" ? edited : time, rate);
  }

  // Drawing

  #invalidate(): void {
    this.#frame ??= requestAnimationFrame((now) => {
      this.#frame = null;
      if (this.#editor.getState().isPlaying) this.#tick(now);
      this.#draw();
      if (this.#editor.getState().isPlaying) this.#invalidate();
    });
  }

  /** Returns the picture to draw, and the second of the source that it shows. Null: what is drawn stays. */
  #picture(view: View): { picture: SourcePicture | null; at: number } | null {
    const { source, deck, at, since } = view;
    const picture = source.picture(deck);
    if (!deck) return { picture, at };
    const playing = this.#playing;
    const isRunning = playing?.deck === deck && playing.waitsFor === null;
    if (picture && (isRunning || deck.isAt(at))) return { picture, at: isRunning ? deck.frameAt : at };
    const tile = performance.now() - since >= TILE_AFTER_MS ? source.tile(at) : null;
    // A frame on the way to the wanted one is shown when it is nearer than the tile.
    const isNearer = picture !== null && (!tile || Math.abs(deck.frameAt - at) <= Math.abs(tile.second - at));
    if (tile && !isNearer) return { picture: tile, at };
    return picture && this.#screens.placement ? { picture, at: deck.frameAt } : null;
  }

  #draw(): void {
    const view = this.#view;
    if (!view || this.#screens.isEmpty) return;
    const main = this.#editor.getState().sources[0];
    const drawn = this.#picture(view);
    this.#setWaiting(view.deck !== null && this.#playing?.waitsFor !== null && !view.deck.isAt(view.at));
    if (!main || !drawn) return;
    const { segment } = this.#playing ?? {};
    // The first frame after a clip is already decoded when its end is noticed.
    if (segment && this.#playing?.waitsFor === null && view.deck && drawn.at >= segment.end - 1e-3) return;
    const state = this.#editor.getState();
    const { document, timeline, playhead } = state;
    const clip = segmentAt(timeline, playhead);
    const placed = clip.kind === "clip" ? timeline.map.clips[clip.index] : undefined;
    const request = {
      document,
      source: { itemId: view.itemId, at: drawn.at },
      main,
      own: view.source.size,
      picture: drawn.picture,
      level: placed ? fadeLevel(placed, editedTime(timeline, playhead)) : 1,
      background: this.#assets.background,
      options: optionsOf(state),
    };
    if (this.#screens.draw(request)) this.#notify();
  }

  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaiting === isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
