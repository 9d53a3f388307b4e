import type { EditDocument } from "@stillreel/contract";
import { type Segment, timeIn, type VolumePoint, volumeAt } from "../core/index.ts";
import type { Deck } from "./deck.ts";

/** Difference in seconds from which an added sound is moved to its place again. */
const DRIFT_S = 0.12;

/** Returns the second of the timeline whose sound is played: up to a frame after the start of the frame that is shown. */
export const soundTime = (segment: Segment, { element }: Pick<Deck, "element">): number =>
  timeIn(segment, Math.min(segment.end, Math.max(segment.start, element.currentTime)));

/** Volumes of the decks and of the added sound, through one audio context. It exists from the first time that something plays. */
export class Sound {
  #context: AudioContext | null = null;
  #added: { element: HTMLAudioElement; gain: GainNode; url: string } | null = null;

  /** Starts the sound. Browsers allow it after a press or key. */
  open(): void {
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") void this.#context.resume();
  }

  /** Schedules the volume of a deck from a time of the edited video on. */
  schedule(deck: Deck, points: readonly VolumePoint[], time: number, rate: number): void {
    const context = this.#context;
    if (!context) return;
    deck.gain ??= this.#connect(context, deck.element);
    const { gain } = deck.gain;
    const now = context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setValueAtTime(volumeAt(points, time), now);
    for (const point of points) if (point.time > time) gain.linearRampToValueAtTime(point.volume, now + (point.time - time) / rate);
  }

  #connect(context: AudioContext, element: HTMLMediaElement): GainNode {
    const gain = context.createGain();
    context.createMediaElementSource(element).connect(gain).connect(context.destination);
    return gain;
  }

  /** Plays the added sound at its place beside the video. */
  follow(
    audio: EditDocument["audio"],
    url: string | null,
    { time, isPlaying, rate }: { time: number; isPlaying: boolean; rate: number },
  ): void {
    const context = this.#context;
    if (!audio || url === null || !context) return this.#added?.element.pause();
    if (this.#added?.url !== url) this.#openAdded(context, url);
    const added = this.#added;
    if (!added) return;
    const { element, gain } = added;
    const at = time - audio.at;
    const isOver = Number.isFinite(element.duration) && at >= element.duration;
    if (!isPlaying || at < 0 || isOver) return element.pause();
    if (Math.abs(element.currentTime - at) > DRIFT_S) element.currentTime = at;
    element.playbackRate = rate;
    const rest = element.duration - at;
    const up = audio.fadeIn > 0 ? at / audio.fadeIn : 1;
    const down = audio.fadeOut > 0 && Number.isFinite(rest) ? rest / audio.fadeOut : 1;
    gain.gain.setTargetAtTime(audio.volume * Math.max(0, Math.min(1, up, down)), context.currentTime, 0.01);
    // A sound that cannot be played leaves the video as it is.
    if (element.paused) void element.play().catch(() => {});
  }

  #openAdded(context: AudioContext, url: string): void {
    this.#closeAdded();
    const element = new Audio();
    element.crossOrigin = "anonymous";
    element.preload = "auto";
    element.src = url;
    this.#added = { element, gain: this.#connect(context, element), url };
  }

  #closeAdded(): void {
    this.#added?.element.pause();
    this.#added?.element.removeAttribute("src");
    this.#added?.gain.disconnect();
    this.#added = null;
  }

  close(): void {
    this.#closeAdded();
    void this.#context?.close();
    this.#context = null;
  }
}
