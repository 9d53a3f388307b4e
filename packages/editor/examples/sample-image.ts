const WIDTH = 1_200;
const HEIGHT = 700;
const ROWS = [
  "Ada Brooks · ada@example.com · € 129.00",
  "Milan Novak · milan@example.com · € 58.40",
  "Sofia Lind · sofia@example.com · € 312.90",
];

/** Draws an image that resembles a screenshot, and returns it as a PNG. */
export function createSampleImage(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no 2D canvas.");
  context.fillStyle = "#f4f6fa";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#1c2230";
  context.font = "600 40px sans-serif";
  context.fillText("Orders, this week", 60, 100);
  context.font = "26px sans-serif";
  for (const [index, row] of ROWS.entries()) {
    const top = 160 + index * 120;
    context.fillStyle = "#ffffff";
    context.fillRect(60, top, WIDTH - 120, 96);
    context.fillStyle = "#1c2230";
    context.fillText(row, 90, top + 58);
  }
  return canvas.convertToBlob({ type: "image/png" });
}
