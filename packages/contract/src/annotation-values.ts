/*
 * Values of annotations that the editor needs without the schemas. They are separate, so that a page can draw
 * before it loads the validation.
 */

/** Version of the annotation document that is written today. Readers accept every older one, see {@link upgradeAnnotations}. */
export const ANNOTATIONS_VERSION = 1;

/** Default colors of the editor. */
export const ANNOTATION_COLORS = ["#E5352B", "#FFC42E", "#1F8A57", "#2F6FED", "#8B5CF6", "#17161C", "#FFFFFF"] as const;

/** Stamps that Stillreel draws itself, so that they are identical on every system. */
export const STAMPS = [
  "check",
  "cross",
  "question",
  "exclamation",
  "star",
  "heart",
  "thumbs-up",
  "thumbs-down",
  "smile",
  "sad",
  "eye",
  "flag",
  "bug",
  "fire",
  "bulb",
  "clock",
] as const;

/** Kinds of private data that the page's structure revealed at capture time. Only boxes are stored, never the text. */
export const SENSITIVE_KINDS = ["email", "phone", "card", "iban", "ssn", "ip", "key", "password"] as const;
