import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";

function decode(placeholder: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(placeholder), (letter) => letter.charCodeAt(0));
  } catch {
    // Not base64: there is simply no colour to show.
    return null;
  }
}

/** Average colour of a ThumbHash in base64, as CSS; undefined when there is none. Cheap enough for every card of a grid. */
export function placeholderColor(placeholder: string | null): string | undefined {
  const hash = placeholder ? decode(placeholder) : null;
  if (!hash || hash.length < 5) return undefined;
  const { r, g, b, a } = thumbHashToAverageRGBA(hash);
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)} / ${a.toFixed(2)})`;
}

/** The blurred picture of a ThumbHash as a data URL, for one large picture. */
export function placeholderImage(placeholder: string | null): string | undefined {
  const hash = placeholder ? decode(placeholder) : null;
  return hash && hash.length >= 5 ? thumbHashToDataURL(hash) : undefined;
}
