const SIZES = [16, 32] as const;
const RED = "#D92D20";
const WHITE = "#FFFFFF";

/** Draws the recording icon: a white dot on red, or two bars during a pause. */
function drawn(size: number, isPaused: boolean): ImageData {
  const context = new OffscreenCanvas(size, size).getContext("2d");
  if (!context) throw new Error("This browser draws nothing.");
  context.fillStyle = RED;
  context.beginPath();
  context.roundRect(0, 0, size, size, size / 4);
  context.fill();
  context.fillStyle = WHITE;
  context.beginPath();
  if (isPaused) for (const x of [0.32, 0.56]) context.rect(x * size, 0.3 * size, 0.12 * size, 0.4 * size);
  else context.arc(size / 2, size / 2, size / 4, 0, 2 * Math.PI);
  context.fill();
  return context.getImageData(0, 0, size, size);
}

/** Shows the red icon while a recording is active. */
export async function showRecordingIcon(isPaused: boolean): Promise<void> {
  const imageData = Object.fromEntries(SIZES.map((size) => [size, drawn(size, isPaused)]));
  await chrome.action.setIcon({ imageData: imageData as unknown as ImageData });
}

/** Restores the default icon. */
export const showRestingIcon = (): Promise<void> => chrome.action.setIcon({ path: { 16: "/icon/16.png", 32: "/icon/32.png" } });
