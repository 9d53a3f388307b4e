import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";

function decode(placeholder: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(placeholder), (letter) => letter.charCodeAt(0));
  } catch {
    // Invalid base64: no colour is displayed.
    return null;
  }
}

/** Returns the average colour of a base64 ThumbHash as CSS; undefined without one. Fast enough for every card of a grid. */
export function placeholderColor(placeholder: string | null): string | undefined {
  const hash = placeholder ? decode(placeholder) : null;
  if (!hash || hash.length < 5) return undefined;
  const { r, g, b, a } = thumbHashToAverageRGBA(hash);
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)} / ${a.toFixed(2)})`;
}

/** Returns the blurred picture of a ThumbHash as data URL. */
export function placeholderImage(placeholder: string | null): string | undefined {
  const hash = placeholder ? decode(placeholder) : null;
  return hash && hash.length >= 5 ? thumbHashToDataURL(hash) : undefined;
}
