import { z } from "zod";
import { Id, Nothing } from "./common.contract.ts";
import { Stage, Storyboard } from "./item-values.ts";
import { CAPTIONS_BYTES_MAX, NAME_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

const ByLink = { share: z.string().min(1).max(64).optional() };
const OfItem = z.object({ itemId: Id });

/**
 * One source of a video. `file` is one file for a `<video>` element. `hls` is a playlist of a recording that still grows or was
 * just stopped (`live` distinguishes them), or of several qualities. Best first.
 */
export const PlaybackSource = z.object({
  kind: z.enum(["file", "hls"]),
  url: z.string(),
  mimeType: z.string(),
  /** Includes codecs when they are known, for `canPlayType`. */
  codecs: z.string().nullable(),
  /** Height of the video in pixels, or null when one address has several qualities. */
  height: z.int().nullable(),
});

/** A language as a BCP 47 tag. */
export const LanguageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u, "This isn't a valid language tag.");
export const CaptionTrack = z.object({ language: LanguageTag, label: z.string(), url: z.string() });

/** Everything that a player needs. Addresses are signed, or their access is checked each time, and they expire within 5 minutes. */
export const Playback = z.object({
  itemId: Id,
  stage: Stage,
  /** Whether it is being recorded and can be watched meanwhile. */
  live: z.boolean(),
  duration: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sources: z.array(PlaybackSource),
  /** Changes when the link plays another video: after edits were saved or reverted. Null before there is a complete file. */
  version: z.string().nullable(),
  posterUrl: z.string().nullable(),
  storyboard: Storyboard.nullable(),
  /** Address of a JSON text: `{ peaks: number[] }`, 0 to 1, evenly over the whole length. */
  waveformUrl: z.string().nullable(),
  captions: z.array(CaptionTrack),
  chapters: z.array(z.object({ timestamp: z.number(), name: z.string() })),
  /** Progress of the work on posters and qualities, 0 to 1, or null when it is complete. */
  progress: z.number().nullable(),
  /** Progress of edits that are rendered into the video, 0 to 1, while the old one stays playable. Null otherwise. */
  updating: z.number().nullable(),
  /** Reason why the video cannot be played, as a sentence. */
  failure: z.string().nullable(),
});

export const getPlayback = defineRoute({
  id: "playback.get",
  method: "GET",
  path: "/items/{itemId}/playback",
  summary: "Data for the player of a video. A running recording is available to its owner, and to others when it is live",
  auth: "optional",
  params: OfItem,
  query: z.object(ByLink),
  response: Playback,
});

const OfCaptions = z.object({ itemId: Id, language: LanguageTag });
const Captions = z.object({ language: LanguageTag, label: z.string(), vtt: z.string() });

export const getCaptions = defineRoute({
  id: "playback.captions",
  method: "GET",
  path: "/items/{itemId}/captions/{language}",
  summary: "Captions of one language as WebVTT in the envelope; with `Accept: text/vtt` only the file",
  auth: "optional",
  params: OfCaptions,
  query: z.object(ByLink),
  response: Captions,
});

export const putCaptions = defineRoute({
  id: "playback.putCaptions",
  method: "PUT",
  path: "/items/{itemId}/captions/{language}",
  summary: "Set the captions of one language: WebVTT, or SubRip, which is converted to WebVTT",
  auth: "user",
  params: OfCaptions,
  body: z.object({
    /** Label of the language in the player's menu. The default is its native name. */
    label: z.string().trim().max(NAME_MAX).optional(),
    vtt: z.string().min(1).max(CAPTIONS_BYTES_MAX),
  }),
  bodyBytesMax: 3 * CAPTIONS_BYTES_MAX + 4_096,
  response: Captions,
});

export const deleteCaptions = defineRoute({
  id: "playback.deleteCaptions",
  method: "DELETE",
  path: "/items/{itemId}/captions/{language}",
  summary: "Delete the captions of one language",
  auth: "user",
  params: OfCaptions,
  response: Nothing,
});
