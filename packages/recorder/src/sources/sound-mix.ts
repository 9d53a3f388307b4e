import type { SoundLevel } from "../recorder.types.ts";
import { createSilenceWatch } from "./silence.plan.ts";

/** Audio of a recording: microphone and system audio in one track, each with a meter. */
export interface SoundMix {
  /** Null without any audio. */
  track: MediaStreamTrack | null;
  setMuted(muted: boolean): void;
  isMuted(): boolean;
  /** Returns the current loudness, or null for sources that are not part of the mix. */
  levels(): { microphone: SoundLevel | null; systemSound: SoundLevel | null };
  /** Stops the meter of a disconnected microphone, without a warning about silence. */
  loseMicrophone(): void;
  close(): Promise<void>;
}

interface Meter {
  read(isAudible: boolean): SoundLevel;
}

function createMeter(context: AudioContext, source: AudioNode, now: () => number): Meter {
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const silence = createSilenceWatch();
  return {
    read(isAudible) {
      analyser.getFloatTimeDomainData(samples);
      let [sum, peak] = [0, 0];
      for (const sample of samples) {
        sum += sample * sample;
        peak = Math.max(peak, Math.abs(sample));
      }
      // Perceived loudness: -60 dB is silence, 0 dB is the maximum.
      const decibels = 20 * Math.log10(Math.sqrt(sum / samples.length) || 1e-6);
      const level = Math.round(Math.max(0, Math.min(1, (decibels + 60) / 60)) * 100) / 100;
      return { level, silent: silence.update(peak, isAudible, now()) };
    },
  };
}

/** Measures a microphone before the recording starts. The caller owns the stream. */
export function listenTo(stream: MediaStream, now: () => number): { level(): SoundLevel; close(): void } {
  const context = new AudioContext();
  const meter = createMeter(context, context.createMediaStreamSource(stream), now);
  return { level: () => meter.read(true), close: () => void context.close().catch(() => {}) };
}

/**
 * Mixes the audio of streams. `isTab`: capturing mutes the tab for its user, so its audio is played back.
 */
export function mixSounds(
  { main, microphone, isTab }: { main: MediaStream; microphone: MediaStream | null; isTab: boolean },
  now: () => number,
): SoundMix {
  const system = main.getAudioTracks();
  const voice = microphone?.getAudioTracks() ?? [];
  if (system.length === 0 && voice.length === 0) return SILENCE;
  const context = new AudioContext({ sampleRate: 48_000, latencyHint: "interactive" });
  // Not awaited: without a user gesture on the page it may wait for one. Until then there is silence.
  if (context.state === "suspended") void context.resume().catch(() => {});
  const mixed = context.createMediaStreamDestination();
  const gain = new GainNode(context);
  const source = (tracks: MediaStreamTrack[]): AudioNode | null =>
    tracks.length > 0 ? context.createMediaStreamSource(new MediaStream(tracks)) : null;
  const [systemNode, voiceNode] = [source(system), source(voice)];
  systemNode?.connect(mixed);
  if (isTab) systemNode?.connect(context.destination);
  voiceNode?.connect(gain).connect(mixed);
  const meters = {
    system: systemNode && createMeter(context, systemNode, now),
    voice: voiceNode && createMeter(context, voiceNode, now),
  };
  let isMuted = false;
  let isLost = false;
  return {
    track: mixed.stream.getAudioTracks()[0] ?? null,
    setMuted(muted) {
      isMuted = muted;
      gain.gain.value = muted ? 0 : 1;
    },
    isMuted: () => isMuted,
    levels: () => ({
      microphone: meters.voice && (isLost ? { level: 0, silent: false } : meters.voice.read(!isMuted)),
      systemSound: meters.system && meters.system.read(true),
    }),
    loseMicrophone() {
      isLost = true;
    },
    async close() {
      await context.close().catch(() => {});
    },
  };
}

const SILENCE: SoundMix = {
  track: null,
  setMuted: () => {},
  isMuted: () => false,
  levels: () => ({ microphone: null, systemSound: null }),
  loseMicrophone: () => {},
  close: () => Promise.resolve(),
};
