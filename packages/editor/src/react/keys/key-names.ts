/** Returns whether this machine's keyboard has Command instead of Ctrl. */
const isApple = (): boolean => typeof navigator !== "undefined" && /mac|iphone|ipad/iu.test(navigator.platform || navigator.userAgent);

const APPLE: Record<string, string> = { mod: "⌘", shift: "⇧", alt: "⌥", Delete: "⌫" };
const OTHERS: Record<string, string> = { mod: "Ctrl", shift: "Shift", alt: "Alt", Delete: "Del" };

/** Formats a chord for this machine's keyboard: `mod+shift+Z` is `⌘⇧Z` on a Mac and `Ctrl+Shift+Z` elsewhere. */
export function keyHint(chord: string, apple = isApple()): string {
  const names = apple ? APPLE : OTHERS;
  return chord
    .split("+")
    .map((key) => names[key] ?? key)
    .join(apple ? "" : "+");
}
