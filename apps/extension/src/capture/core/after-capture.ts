/** What follows a capture, in the order in which menus list it. */
export const AFTER_CAPTURE = ["editor", "link", "copy", "download"] as const;
export type AfterCapture = (typeof AFTER_CAPTURE)[number];

/** Key of the text for each action. */
export const AFTER_KEYS = {
  editor: "after.editor",
  link: "after.link",
  copy: "after.copy",
  download: "after.download",
} as const satisfies Record<AfterCapture, string>;
