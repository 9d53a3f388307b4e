import { bestTrack, isSameText, linesAt } from "./captions.ts";
import { CueStore } from "./cue-store.ts";
import { nextChapter, previousChapter, segmentsOf } from "./chapters.ts";
import { Feed } from "./feed.ts";
import { createMemory, type Memory } from "./memory.ts";
import { initialState, nextSpeed, rangesOf, type Failure, type PlayerState } from "./player-state.ts";
import { distinctQualities, isOther, variantsOf, type Quality } from "./sources.ts";
import { lengthOf } from "./time.ts";
import { createVisitRecorder, type VisitRecorder } from "./visit.ts";
import type { PlayerCore, PlayerOptions } from "./player-core.types.ts";
import type { Chapter, Playback } from "./watch.types.ts";

const EVENTS = [
  "loadedmetadata",
  "durationchange",
  "timeupdate",
  "progress",
  "play",
  "playing",
  "pause",
  "waiting",
  "seeking",
  "seeked",
  "ended",
  "volumechange",
  "ratechange",
  "error",
] as const;
/** Polling intervals while the video is processed: short at first, then at most the longer one. */
const POLL_MIN_MS = 1_500;
const POLL_MAX_MS = 10_000;
const POSITION_EVERY_MS = 5_000;
/** Distance from the live edge at which a live video starts. */
const LIVE_START_S = 2.5;

const statusOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "status" in error && typeof error.status === "number" ? error.status : 0;

/** Creates a player. It queries the server once it has an element. */
export const createPlayer = (options: PlayerOptions): PlayerCore => new Player(options);

class Player implements PlayerCore {
  #options: PlayerOptions;
  readonly #memory: Memory;
  readonly #visit: VisitRecorder | null;
  readonly #listeners = new Set<() => void>();
  readonly #cues = new CueStore();
  #state: PlayerState = initialState;
  #video: HTMLVideoElement | null = null;
  #feed: Feed | null = null;
  #choices: Quality[] = [];
  #hasAskedChoices = false;
  #shownChapters: readonly Chapter[] | null = null;
  #wantedTime: number | null;
  #wantsPlay = false;
  #storedAt = 0;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #pollPause = POLL_MIN_MS;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#memory = options.memory ?? createMemory();
    this.#visit = options.onWatched ? createVisitRecorder((visit, isLeaving) => this.#options.onWatched?.(visit, isLeaving)) : null;
    this.#wantedTime = options.startAt ?? this.#memory.position(options.itemId);
    const { volume, isMuted } = this.#memory.settings();
    this.#state = { ...initialState, volume, isMuted };
  }

  getState(): PlayerState {
    return this.#state;
  }
  get video(): HTMLVideoElement | null {
    return this.#video;
  }
  get time(): number {
    return this.#wantedTime ?? this.#video?.currentTime ?? this.#state.time;
  }
  get duration(): number {
    return this.#state.duration;
  }
  get isPlaying(): boolean {
    return this.#state.isPlaying;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  attach(video: HTMLVideoElement, isLoaded = false): () => void {
    this.#video = video;
    video.volume = this.#state.volume;
    video.muted = this.#state.isMuted;
    this.#feed = new Feed({ video, renew: () => this.#ask(), failed: () => this.#fail("unplayable") });
    const handle = (event: Event): void => this.#follow(event.type);
    // The error event of a source inside the element does not bubble, so it is captured.
    for (const type of EVENTS) video.addEventListener(type, handle, { capture: true });
    const leave = (): void => {
      if (document.visibilityState === "hidden") this.#leave();
    };
    document.addEventListener("visibilitychange", leave);
    addEventListener("pagehide", leave);
    void this.#begin(isLoaded);
    return () => {
      this.#leave();
      for (const type of EVENTS) video.removeEventListener(type, handle, { capture: true });
      document.removeEventListener("visibilitychange", leave);
      removeEventListener("pagehide", leave);
      clearTimeout(this.#poll);
      this.#feed?.dispose();
      this.#feed = null;
      this.#video = null;
    };
  }

  play(): void {
    if (!this.#video || this.#state.phase !== "ready") {
      this.#wantsPlay = true;
      return;
    }
    if (this.#state.isLive && !this.#state.hasStarted && this.#options.startAt == null) this.goLive();
    void this.#feed?.renewExpiredAddresses();
    // Refused when autoplay is not allowed. Then the button stays.
    void this.#video.play().catch(() => {});
  }
  pause(): void {
    this.#wantsPlay = false;
    this.#video?.pause();
  }
  toggle(): void {
    if (this.#video?.paused === false) this.pause();
    else this.play();
  }
  seek(seconds: number, play = false): void {
    const end = this.#state.duration > 0 ? this.#state.duration : Number.POSITIVE_INFINITY;
    const time = Math.max(0, Math.min(seconds, end));
    this.#visit?.jump();
    if (this.#video && this.#video.readyState > 0 && this.#state.phase === "ready") this.#video.currentTime = time;
    else this.#wantedTime = time;
    this.#set({ time, hasEnded: false });
    if (play) this.play();
  }
  skip(seconds: number): void {
    this.seek(this.time + seconds);
  }
  goToChapter(direction: 1 | -1): void {
    const segments = segmentsOf(this.#state.chapters, this.#state.duration);
    const target = direction > 0 ? nextChapter(segments, this.time) : previousChapter(segments, this.time);
    if (target !== null) this.seek(target);
  }
  goLive(): void {
    const video = this.#video;
    if (!video || video.seekable.length === 0) return;
    this.seek(Math.max(0, video.seekable.end(video.seekable.length - 1) - LIVE_START_S));
  }
  setRate(rate: number): void {
    if (this.#video) this.#video.playbackRate = rate;
    this.#set({ rate });
  }
  changeRate(direction: 1 | -1): void {
    this.setRate(nextSpeed(this.#state.rate, direction));
  }
  setVolume(volume: number): void {
    if (!this.#video) return;
    this.#video.volume = Math.max(0, Math.min(1, volume));
    this.#video.muted = volume <= 0;
  }
  toggleMute(): void {
    if (!this.#video) return;
    if (this.#video.muted && this.#video.volume === 0) this.#video.volume = 0.5;
    this.#video.muted = !this.#video.muted;
  }
  setQuality(height: number | null): void {
    const choice = this.#choices.find((quality) => quality.height === height);
    this.#set({ quality: choice?.height ?? null });
    this.#feed?.choose(choice?.source ?? null);
  }
  setCaptions(language: string | null): void {
    this.#memory.storeSettings({ ...this.#memory.settings(), captions: language ?? "off" });
    this.#chooseCaptions();
  }
  toggleCaptions(): void {
    const best = bestTrack(this.#state.tracks, this.#options.language ?? "en");
    if (best) this.setCaptions(this.#state.captions === null ? best.language : null);
  }
  showChapters(chapters: readonly Chapter[] | null): void {
    this.#shownChapters = chapters;
    this.#set({ chapters: chapters ?? this.#state.playback?.chapters ?? [] });
  }
  async refresh(): Promise<void> {
    const { phase, playback: before } = this.#state;
    const playback = await this.#ask();
    if (!playback || this.#state.phase !== "ready") return;
    if (phase !== "ready") this.#feed?.offer(playback);
    else if (isOther(before, playback)) this.#feed?.replace(playback);
  }
  retry(): void {
    this.#set({ phase: "loading", failure: null });
    void this.#begin(false);
  }

  use(functions: Pick<PlayerOptions, "load" | "onWatched" | "onEnded">): void {
    this.#options = { ...this.#options, ...functions };
  }

  async #begin(isLoaded: boolean): Promise<void> {
    // The page's own source plays immediately. The server's sources follow later.
    if (isLoaded) {
      this.#set({ phase: "ready" });
      if ((this.#video?.readyState ?? 0) > 0) this.#follow("loadedmetadata");
    }
    const playback = await this.#ask();
    if (playback && this.#state.phase === "ready") this.#feed?.offer(playback, isLoaded);
  }

  /** Queries the server and shows the result. Returns null without a response. */
  async #ask(): Promise<Playback | null> {
    clearTimeout(this.#poll);
    let playback: Playback;
    try {
      playback = await this.#options.load();
    } catch (error) {
      const status = statusOf(error);
      if (this.#state.phase !== "ready") this.#fail(status === 404 || status === 403 ? "gone" : "offline");
      return null;
    }
    if (!this.#video) return null;
    this.#take(playback);
    if (playback.progress !== null || !["ready", "failed"].includes(playback.stage)) this.#askLater();
    return playback;
  }

  #askLater(): void {
    this.#poll = setTimeout(() => void this.refresh(), this.#pollPause);
    this.#pollPause = Math.min(this.#pollPause * 1.5, POLL_MAX_MS);
  }

  #take(playback: Playback): void {
    const isPlayable = playback.sources.length > 0;
    const isBroken = playback.stage === "failed" && !isPlayable;
    if (isOther(this.#state.playback, playback)) this.#forget();
    this.#set({
      playback,
      phase: isBroken ? "failed" : isPlayable ? "ready" : "waiting",
      failure: isBroken ? "unreadable" : null,
      duration: this.#lengthOf(playback),
      ratio: this.#ratioOf(playback),
      tracks: playback.captions,
      chapters: this.#shownChapters ?? playback.chapters,
      isLive: playback.live && playback.stage === "recording",
    });
    this.#chooseCaptions();
    this.#setChoices(
      playback.sources.flatMap((source) => (source.kind === "file" && source.height !== null ? [{ height: source.height, source }] : [])),
    );
  }

  /** Forgets what belongs to the video that the link played before. */
  #forget(): void {
    this.#cues.clear();
    this.#choices = [];
    this.#hasAskedChoices = false;
    this.#set({ captionLines: [], quality: null });
  }

  #fail(failure: Failure): void {
    this.#set({ phase: "failed", failure, isPlaying: false, isStalled: false });
  }

  #follow(type: string): void {
    const video = this.#video;
    if (!video) return;
    if (type === "error") {
      // An element without a source also fires an error.
      const isSpent = video.currentSrc !== "" && video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
      if ((video.error || isSpent) && this.#state.playback) void this.#feed?.recover();
      return;
    }
    if (type === "loadedmetadata") this.#goWhereWanted(video);
    if (type === "seeking" || type === "waiting") void this.#feed?.renewExpiredAddresses();
    if (type === "play") void this.#askChoices();
    if (type === "volumechange") this.#storeVolume(video);
    this.#set(this.#read(video, type));
    this.#visit?.tick(video.currentTime, !video.paused && !video.seeking);
    if (type === "seeking") this.#visit?.jump();
    this.#storePosition(type);
    if (type === "ended") {
      this.#visit?.flush(false);
      this.#options.onEnded?.();
    }
  }

  #read(video: HTMLVideoElement, type: string): Partial<PlayerState> {
    const { isLive } = this.#state;
    const time = this.#wantedTime ?? video.currentTime;
    const edge = video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : 0;
    const lines = linesAt(this.#cues.of(this.#state.captions), time);
    return {
      time,
      duration: this.#lengthOf(this.#state.playback),
      ratio: this.#ratioOf(this.#state.playback),
      hasStarted: this.#state.hasStarted || type === "playing" || type === "play",
      isPlaying: !video.paused && !video.ended,
      isStalled: !video.paused && (type === "waiting" || (video.readyState < 3 && !video.ended)),
      hasEnded: video.ended,
      loaded: ["progress", "loadedmetadata", "seeked"].includes(type) ? rangesOf(video.buffered) : this.#state.loaded,
      volume: video.volume,
      isMuted: video.muted,
      rate: video.playbackRate,
      captionLines: isSameText(lines, this.#state.captionLines) ? this.#state.captionLines : lines,
      behind: isLive ? Math.max(0, edge - time) : 0,
    };
  }

  /** Returns the element's duration once it is known, the seekable range of a growing video, or the server's value. */
  #lengthOf(playback: Playback | null): number {
    const video = this.#video;
    if (video && Number.isFinite(video.duration) && video.duration > 0) return lengthOf(video.duration, playback);
    if (video && video.seekable.length > 0) return video.seekable.end(video.seekable.length - 1);
    return playback?.duration ?? this.#state.duration;
  }

  #ratioOf(playback: Playback | null): number | null {
    const { videoWidth = 0, videoHeight = 0 } = this.#video ?? {};
    if (videoWidth > 0 && videoHeight > 0) return videoWidth / videoHeight;
    return playback?.width && playback.height ? playback.width / playback.height : null;
  }

  #goWhereWanted(video: HTMLVideoElement): void {
    const { isLive, hasStarted } = this.#state;
    const wanted = this.#wantedTime;
    this.#wantedTime = null;
    if (wanted !== null && wanted > 0 && (!isLive || this.#options.startAt != null)) {
      const end = Number.isFinite(video.duration) ? video.duration : wanted;
      video.currentTime = Math.min(wanted, Math.max(0, end - 0.1));
    } else if (isLive && !hasStarted) this.goLive();
    if (this.#wantsPlay) {
      this.#wantsPlay = false;
      void video.play().catch(() => {});
    }
  }

  #storeVolume(video: HTMLVideoElement): void {
    this.#memory.storeSettings({ ...this.#memory.settings(), volume: video.volume, isMuted: video.muted });
    this.#set({ isMuted: video.muted });
    this.#chooseCaptions();
  }

  #storePosition(type: string): void {
    const video = this.#video;
    if (!video || this.#state.isLive || !this.#state.hasStarted) return;
    const isTime = type === "timeupdate" && performance.now() - this.#storedAt > POSITION_EVERY_MS;
    if (!isTime && type !== "pause" && type !== "ended") return;
    this.#storedAt = performance.now();
    this.#memory.storePosition(this.#options.itemId, video.ended ? 0 : video.currentTime, this.#state.duration);
  }

  #leave(): void {
    this.#visit?.flush(true);
    this.#storePosition("pause");
  }

  /** Selects the user's choice, or captions in the user's language while the sound is off. */
  #chooseCaptions(): void {
    const { tracks, isMuted, captions: shown } = this.#state;
    const { captions: wanted } = this.#memory.settings();
    const best = bestTrack(tracks, wanted !== null && wanted !== "off" ? wanted : (this.#options.language ?? "en"));
    const isOn = wanted === null ? isMuted : wanted !== "off";
    const captions = isOn ? (best?.language ?? null) : null;
    if (captions !== shown) this.#set({ captions, captionLines: [] });
    if (captions !== null) void this.#loadCues(captions);
  }

  async #loadCues(language: string): Promise<void> {
    const track = this.#state.tracks.find((each) => each.language === language);
    if (track && (await this.#cues.load(track)) && this.#video) this.#set(this.#read(this.#video, "captions"));
  }

  /** Reads the qualities from a playlist, only once the video is played. */
  async #askChoices(): Promise<void> {
    const ladder = this.#state.playback?.sources.find(({ kind, height }) => kind === "hls" && height === null);
    if (this.#hasAskedChoices || !ladder || this.#state.isLive) return;
    this.#hasAskedChoices = true;
    const answer = await fetch(ladder.url).catch(() => undefined);
    if (answer?.ok) this.#setChoices([...this.#choices, ...variantsOf(await answer.text(), ladder, document.baseURI)]);
  }

  #setChoices(qualities: readonly Quality[]): void {
    const known = this.#choices.filter(({ source }) => source.kind === "hls");
    this.#choices = distinctQualities([...qualities, ...known]);
    const heights = this.#choices.map(({ height }) => height);
    this.#set({ qualities: heights.length > 1 ? heights : [] });
  }

  #set(changes: Partial<PlayerState>): void {
    const keys = Object.keys(changes) as (keyof PlayerState)[];
    if (keys.every((key) => Object.is(changes[key], this.#state[key]))) return;
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
