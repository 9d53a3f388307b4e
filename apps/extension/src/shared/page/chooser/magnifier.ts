import { make, set } from "../dom-nodes.ts";

/** Picture pixels across the magnifier; odd, so that one pixel is the centre. */
const ACROSS = 15;
const CELL = 8;
const SIZE = ACROSS * CELL;
const GAP = 22;

/** A magnifier beside the pointer, with a pixel grid and the colour of the centre pixel. */
export interface Loupe {
  node: HTMLElement;
  /** Shows a position of the window; null hides the magnifier. */
  show(at: { x: number; y: number } | null): void;
}

function drawGrid(pen: CanvasRenderingContext2D, isDark: boolean): void {
  pen.fillStyle = "rgba(128,128,128,.25)";
  for (let at = CELL - 1; at < SIZE; at += CELL) {
    pen.fillRect(at, 0, 1, SIZE);
    pen.fillRect(0, at, SIZE, 1);
  }
  const middle = ((ACROSS - 1) / 2) * CELL;
  pen.lineWidth = 2;
  pen.strokeStyle = isDark ? "#ffc42e" : "#17161c";
  pen.strokeRect(middle, middle, CELL - 1, CELL - 1);
}

/**
 * Creates the magnifier over a picture of the window.
 * @param shot base64 PNG; it is decoded here, so that the page's content security policy does not apply
 */
export function makeLoupe(shot: string): Loupe {
  const node = make("div", "loupe");
  node.hidden = true;
  set(node, { "aria-hidden": "true" });
  const canvas = make("canvas");
  canvas.width = canvas.height = SIZE;
  const [line, swatch, hex] = [make("span"), make("b"), make("bdi")];
  hex.dir = "ltr";
  line.append(swatch, hex);
  node.append(canvas, line);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  let picture: ImageBitmap | null = null;
  if (shot) {
    const bytes = Uint8Array.from(atob(shot), (character) => character.charCodeAt(0));
    void createImageBitmap(new Blob([bytes], { type: "image/png" })).then((bitmap) => (picture = bitmap));
  }
  return {
    node,
    show(at) {
      node.hidden = !at || !picture || !pen;
      if (!at || !picture || !pen) return;
      const scale = picture.width / innerWidth;
      const [x, y] = [Math.floor(at.x * scale), Math.floor(at.y * scale)];
      pen.imageSmoothingEnabled = false;
      pen.fillStyle = "#0b0a0d";
      pen.fillRect(0, 0, SIZE, SIZE);
      const half = (ACROSS - 1) / 2;
      pen.drawImage(picture, x - half, y - half, ACROSS, ACROSS, 0, 0, SIZE, SIZE);
      const [red = 0, green = 0, blue = 0] = pen.getImageData(SIZE / 2, SIZE / 2, 1, 1).data;
      drawGrid(pen, red * 0.3 + green * 0.6 + blue * 0.1 < 128);
      hex.textContent = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
      swatch.style.background = hex.textContent;
      const left = at.x + GAP + SIZE > innerWidth ? at.x - GAP - SIZE : at.x + GAP;
      const height = SIZE + 22;
      const top = at.y + GAP + height > innerHeight ? at.y - GAP - height : at.y + GAP;
      node.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
    },
  };
}
