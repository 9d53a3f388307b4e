/*
 * What the editor must know of annotations without the schemas: they stand apart, so that a page can draw before it can check.
 */

/** Version of the annotation document that is written today. Readers take every older one, see {@link upgradeAnnotations}. */
export const ANNOTATIONS_VERSION = 1;

/** The colours that the editor offers by itself. */
export const ANNOTATION_COLORS = ["#E5352B", "#FFC42E", "#1F8A57", "#2F6FED", "#8B5CF6", "#17161C", "#FFFFFF"] as const;

/** The stamps that are drawn by us, the same everywhere. */
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

/** Something that the page's own structure told at capture time. Boxes only: what stood there is never kept. */
export const SENSITIVE_KINDS = ["email", "phone", "card", "iban", "key", "password"] as const;
