/**
 * Why a service gave no answer that can be used. `busy`: it asks to come again; `unreachable`: no answer, or a failure of the service; both
 * are repeated. `too-large`: the piece must be smaller; `refused`: it names a reason; `junk`: its answer cannot be read.
 */
export type AiFailure = "busy" | "unreachable" | "too-large" | "refused" | "junk";

/** The only error that the speech and the chat port throw deliberately. The message is a sentence for users, without secrets. */
export class AiError extends Error {
  readonly kind: AiFailure;
  /** Milliseconds after which the service wants to be asked again; null when it names none. */
  readonly retryAfterMs: number | null;

  /** Status of the answer; 400 also for 422, which some services use for the same. Null without an answer. */
  readonly status: number | null;

  constructor(kind: AiFailure, message: string, options: ErrorOptions & { retryAfterMs?: number | null; status?: number } = {}) {
    super(message, options);
    this.name = "AiError";
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status === 422 ? 400 : (options.status ?? null);
  }
}

/** Address, key and model of a service. */
export interface AiService {
  url: string;
  key: string | null;
  model: string;
}

/** A word as the service recognised it, in seconds of the piece. */
export interface RecognisedWord {
  start: number;
  end: number;
  text: string;
}

/** What the service recognised in a piece of sound. Its times are not checked yet. */
export interface Recognised {
  /** Language as a tag; null when the service does not name it. */
  language: string | null;
  segments: RecognisedWord[];
  /** Empty when the service gives no times of words. */
  words: RecognisedWord[];
  /** The whole text, when the service gives no times at all. */
  text: string;
}

/** A WAV file for a speech service. */
export interface SpeechFile {
  path: string;
  language: string | null;
  /** Format of an earlier answer of this service, so that it is asked for first; null for none. */
  format: SpeechFormat | null;
}

/** Formats of answers, best first: a service that does not know one refuses it. */
export const SPEECH_FORMATS = ["verbose_json", "srt", "vtt", "json"] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** A speech service. */
export interface Speech {
  /** Sends a file. @throws AiError */
  recognise(service: AiService, file: SpeechFile, signal?: AbortSignal): Promise<Recognised & { format: SpeechFormat }>;
}
