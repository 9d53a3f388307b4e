/*
 * Values of the edit document of a video that the editor needs without the schemas, so that a page can compute with a document
 * before it loads the validation.
 */

/** Version of the edit document that is written today. A document of a newer version is refused. */
export const EDIT_FORMAT = 1;
/** Limits of the speed of a clip, and of a volume (1 is unchanged). */
export const SPEED_MIN = 0.25;
export const SPEED_MAX = 4;
export const VOLUME_MAX = 4;
/** Maximum numbers of clips, effects and key positions of one effect, and maximum size of a document as JSON text. */
export const CLIPS_MAX = 1_000;
export const EFFECTS_MAX = 1_000;
export const EFFECT_KEYS_MAX = 5_000;
export const EDITS_BYTES_MAX = 2_000_000;
/** Limit of the request, where a character of {@link EDITS_BYTES_MAX} may need three bytes. */
export const EDITS_WIRE_BYTES_MAX = 3 * EDITS_BYTES_MAX;
/** Minimum length of a clip in seconds of its source: shorter than one frame at 60 frames per second. */
export const CLIP_MIN_S = 0.015;
/** Maximum length of an edited video in seconds. */
export const EDITED_MAX_S = 12 * 3_600;
/** Default and maximum length of an image that is joined as a clip, in seconds. */
export const STILL_S = 4;
export const STILL_MAX_S = 600;
/** Length of the fade of the sound at every cut, in seconds. It prevents clicks. */
export const CUT_FADE_S = 0.02;
/** Width at which lengths in pixels of the frame are given. */
export const FRAME_BASE_WIDTH = 1_920;
/** Aspect ratios of the frame around the picture. `auto`: the same space on all sides. */
export const FRAME_SHAPES = ["auto", "16:9", "1:1", "9:16"] as const;
/** Strength of the shadow of a frame with `shadow: true`. */
export const SHADOW_DEFAULT = 0.6;
