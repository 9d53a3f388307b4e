/** Whether this machine calls its command key ⌘; others have Ctrl. */
export const IS_APPLE: boolean = typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.userAgent);
