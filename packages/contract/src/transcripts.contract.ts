import { z } from "zod";
import { Id } from "./common.contract.ts";
import { TITLE_MAX, TRANSCRIPT_BYTES_MAX, TRANSCRIPT_SEGMENTS_MAX, TRANSCRIPT_TEXT_MAX } from "./limits.ts";
import { LanguageTag } from "./playback.contract.ts";
import { defineRoute } from "./route.ts";

const OfItem = z.object({ itemId: Id });

/** One word with its time in seconds of the displayed video. The texts of the words are parts of the segment's text, in order. */
export const TranscriptWord = z.object({ start: z.number(), end: z.number(), text: z.string() });

/** Some words that are spoken together. Segments are in order and do not overlap. */
export const TranscriptSegment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** Absent when the speech service gives no times of words. */
  words: z.array(TranscriptWord).optional(),
});

/**
 * `absent`: never asked for. `queued` and `running`: being written, with the first segments already. `none`: the video has no speech.
 * `failed`: see `reason`.
 */
export const TranscriptState = z.enum(["absent", "queued", "running", "ready", "failed", "none"]);

export const Transcript = z.object({
  state: TranscriptState,
  /** In percent. */
  progress: z.int(),
  /** Language of the speech as a tag; null before it is known. */
  language: z.string().nullable(),
  /** Why it failed, as a sentence. */
  reason: z.string().nullable(),
  segments: z.array(TranscriptSegment),
  /**
   * The segments of an edited video in seconds of the unedited video, with those of removed parts, which can be brought back. Null when they
   * are unknown: the video was never edited, or the text was changed since.
   */
  unedited: z.array(TranscriptSegment).nullable(),
  /** Whether a user changed the text. Null without a text. */
  source: z.enum(["auto", "edited"]).nullable(),
  /** Name of the speech model that wrote it. */
  model: z.string().nullable(),
  /** Version that a change must name. */
  version: z.int(),
  /** Whether a speech service is configured on this server. */
  configured: z.boolean(),
  /** Hosts that receive data: of the speech service the sound, of the chat service the text. Null when it is not configured. */
  receivers: z.object({ speech: z.string().nullable(), chat: z.string().nullable() }),
});

export const getTranscript = defineRoute({
  id: "transcripts.get",
  method: "GET",
  path: "/items/{itemId}/transcript",
  summary: "Transcript of a video with the times of its words, for callers who may change the video; others use its captions",
  auth: "user",
  params: OfItem,
  response: Transcript,
});

export const putTranscript = defineRoute({
  id: "transcripts.put",
  method: "PUT",
  path: "/items/{itemId}/transcript",
  summary: "Correct the text of a transcript; the times of unchanged words stay, and its captions follow",
  auth: "user",
  params: OfItem,
  body: z.object({
    version: z.int().min(0),
    /** Whether the segments are those of `segments` or of `unedited`, which contain removed parts and stay known. */
    times: z.enum(["shown", "unedited"]).default("shown"),
    segments: z
      .array(
        z.object({
          start: z.number().min(0),
          end: z.number().min(0),
          text: z.string().trim().max(TRANSCRIPT_TEXT_MAX),
        }),
      )
      .max(TRANSCRIPT_SEGMENTS_MAX),
  }),
  bodyBytesMax: TRANSCRIPT_BYTES_MAX,
  response: Transcript,
  errors: ["edit-conflict"],
});

export const transcribe = defineRoute({
  id: "transcripts.transcribe",
  method: "POST",
  path: "/items/{itemId}/transcribe",
  summary: "Write the transcript of a video by the configured speech service, as a job; an earlier text is replaced",
  auth: "user",
  params: OfItem,
  body: z.object({
    /** Language of the speech. Without it the service finds it. */
    language: LanguageTag.optional(),
  }),
  success: 202,
  response: z.object({ jobId: Id }),
  errors: ["not-configured"],
});

/** Suggestions for a video. Nothing is changed: the user accepts each one. */
export const Suggestions = z.object({
  title: z.string().max(TITLE_MAX),
  summary: z.string(),
  chapters: z.array(z.object({ timestamp: z.number(), name: z.string() })),
  /** Name of the model that made them. */
  model: z.string(),
});

export const suggest = defineRoute({
  id: "transcripts.suggest",
  method: "POST",
  path: "/items/{itemId}/suggestions",
  summary: "Suggest title, summary and chapters from the transcript by the configured chat service; nothing is changed",
  auth: "user",
  params: OfItem,
  body: z.object({}),
  response: Suggestions,
  errors: ["not-configured", "no-transcript", "provider-refused"],
});
