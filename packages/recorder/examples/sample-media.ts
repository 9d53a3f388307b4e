import type { MediaPort } from "@stillreel/recorder";

const WIDTH = 640;
const HEIGHT = 360;
const FRAME_RATE = 30;

/** Creates a stream with a drawn clock and a quiet tone: a screen that needs no permission and no device. */
function createStream(): MediaStream {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no 2D canvas.");
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1_000;
    context.fillStyle = `hsl(${seconds * 40} 55% 35%)`;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = "#ffffff";
    context.font = "700 80px sans-serif";
    context.fillText(`${seconds.toFixed(1)} s`, 200, 200);
  }, 1_000 / FRAME_RATE);
  const stream = canvas.captureStream(FRAME_RATE);
  const audio = new AudioContext();
  const tone = new OscillatorNode(audio, { frequency: 440 });
  const output = new MediaStreamAudioDestinationNode(audio);
  tone.connect(new GainNode(audio, { gain: 0.05 })).connect(output);
  tone.start();
  for (const track of output.stream.getAudioTracks()) stream.addTrack(track);
  stream.getVideoTracks()[0]?.addEventListener("ended", () => clearInterval(timer));
  return stream;
}

/** Devices whose screen, camera and microphone are generated in this page. */
export const sampleMedia: MediaPort = {
  getDisplayMedia: () => Promise.resolve(createStream()),
  getUserMedia: () => Promise.resolve(createStream()),
};
