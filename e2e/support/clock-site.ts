import http from "node:http";
import { listening } from "./listening.ts";

/** Squares of the clock: columns, rows, and their size in CSS pixels. */
const [COLUMNS, ROWS, SQUARE] = [24, 2, 16];

/** A page that paints the time of this machine as black and white squares with every frame. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clock</title><style>
html{scrollbar-width:none}body{margin:0;background:#cfe4f5;font:700 90px/1 monospace}canvas{display:block}p{margin:240px 40px}</style></head>
<body><canvas width="${COLUMNS * SQUARE}" height="${ROWS * SQUARE}"></canvas><p></p><script>
const context = document.querySelector("canvas").getContext("2d");
function paint() {
  const now = Date.now();
  for (let bit = 0; bit < ${COLUMNS * ROWS}; bit += 1) {
    context.fillStyle = Math.floor(now / 2 ** bit) % 2 === 1 ? "#fff" : "#000";
    context.fillRect((bit % ${COLUMNS}) * ${SQUARE}, Math.floor(bit / ${COLUMNS}) * ${SQUARE}, ${SQUARE}, ${SQUARE});
  }
  document.querySelector("p").textContent = (now / 1000).toFixed(2).slice(-7);
  requestAnimationFrame(paint);
}
paint();
</script></body></html>`;

/** A page to record that shows the time at which each frame was painted. */
export interface ClockSite {
  url: string;
  stop(): Promise<void>;
}

/** Serves the page on `127.0.0.1`. */
export async function startClockSite(): Promise<ClockSite> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(PAGE);
  });
  const { origin, stop } = await listening(server);
  return { url: `${origin}/`, stop };
}

/** Layout of the squares for readers. */
export const CLOCK_SQUARES = { columns: COLUMNS, rows: ROWS, square: SQUARE };
