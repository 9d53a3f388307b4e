/** Whether this platform uses ⌘ as command key instead of Ctrl. */
export const IS_APPLE: boolean = typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.userAgent);
