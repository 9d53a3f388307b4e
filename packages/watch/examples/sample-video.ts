import { BufferTarget, CanvasSource, Output, QUALITY_MEDIUM, WebMOutputFormat } from "mediabunny";

const FRAME_RATE = 15;

/** Size and duration of {@link createSampleVideo}, in pixels and seconds. */
export const SAMPLE = { width: 960, height: 540, seconds: 12 } as const;

/** Encodes a video that shows its own time, and returns it as WebM. */
export async function createSampleVideo(): Promise<Blob> {
  const canvas = new OffscreenCanvas(SAMPLE.width, SAMPLE.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no 2D canvas.");
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: "vp8", bitrate: QUALITY_MEDIUM, keyFrameInterval: 1 });
  output.addVideoTrack(source, { frameRate: FRAME_RATE });
  await output.start();
  for (let frame = 0; frame < SAMPLE.seconds * FRAME_RATE; frame += 1) {
    const seconds = frame / FRAME_RATE;
    context.fillStyle = `hsl(${seconds * 30} 55% 35%)`;
    context.fillRect(0, 0, SAMPLE.width, SAMPLE.height);
    context.fillStyle = "#ffffff";
    context.font = "700 120px sans-serif";
    context.textAlign = "center";
    context.fillText(`${seconds.toFixed(1)} s`, SAMPLE.width / 2, SAMPLE.height / 2);
    await source.add(seconds, 1 / FRAME_RATE);
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The sample video is empty.");
  return new Blob([target.buffer], { type: "video/webm" });
}
