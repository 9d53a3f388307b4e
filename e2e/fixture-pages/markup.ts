const PALETTE = ["#f6d6c8", "#dcebd3", "#d3e3f3", "#efe3f7", "#fdf3c4", "#d8efec", "#f3d3df", "#e2e0dc"];

/** Creates a whole document. */
export function documentOf(body: string, style = "", attributes = 'lang="en"'): string {
  return `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>Zoo</title><style>
*{box-sizing:border-box}body{margin:0;font:16px/1.4 sans-serif;color:#222}
.row{padding:14px 24px;border-bottom:1px solid #0003;overflow:hidden}
.row b{display:inline-block;width:72px}
.bar{height:56px;padding:16px 24px;background:#14324a;color:#fff}
${style}</style></head><body>${body}</body></html>`;
}

/**
 * Creates rows of different heights and colors with numbers and a fine gradient, so that a missing, repeated or shifted line is visible.
 * @param options `flat` omits the gradient, where Chromium itself draws gradients in two variants (see README.md)
 */
export function rows(count: number, { from = 0, min = 61, wide = "", flat = false } = {}): string {
  let made = "";
  for (let at = from; at < from + count; at += 1) {
    const height = min + ((at * 37) % 53);
    const [first, second] = [PALETTE[at % 8], PALETTE[(at * 5 + 3) % 8]];
    made += `<div class="row" style="height:${height}px;background:${flat ? first : `linear-gradient(${(at * 29) % 360}deg,${first},${second})`};${wide}"><b>#${at}</b> The quick brown fox jumps over the lazy dog, ${at * 7919}.</div>`;
  }
  return made;
}

/** Returns the address of an image of this size. The server delays its response. */
export const pictureUrl = (width: number, height: number, hue: number, delay = 0): string =>
  `/picture.svg?w=${width}&h=${height}&hue=${hue}&delay=${delay}`;
