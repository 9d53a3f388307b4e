/// <reference types="vite/client" />
import {
  browserPorts,
  createLocalRecordings,
  createRecorder,
  DEFAULT_SETUP,
  type LocalRecordings,
  type Recorder,
  type RecorderState,
  type RecordingOrder,
  type RecordingSetup,
} from "@stillreel/recorder";

/** Interface of the page for tests, as `window.studio`. */
export interface StudioPage {
  recorder: Recorder;
  recordings: LocalRecordings;
  /** All phases so far. Consecutive equal phases are listed once. */
  phases: RecorderState["phase"][];
  order(setup: Partial<RecordingSetup>, given?: Partial<RecordingOrder>): RecordingOrder;
  /** The fake screen. `isStill` stops its changes, `resize` changes its size, `end` does what the browser's bar does. */
  screen: { isStill: boolean; resize(width: number, height: number): void; end(): void; unplug(kind: "microphone" | "camera"): void };
  /** Name of the error of microphones and cameras. Null: they open. */
  refusal: string | null;
  /** Headers of the session. Null: signed out. */
  signIn: Record<string, string> | null;
  /** Returns the bytes of a recording on disk, as Base64. */
  bytesOf(id: string): Promise<string>;
  until(phase: RecorderState["phase"]): Promise<RecorderState>;
}

declare global {
  interface Window {
    studio: StudioPage;
  }
}

/** Number of random dots, which do not compress: they make a recording large. */
const NOISE = Number(new URLSearchParams(location.search).get("noise") ?? 0);

/** Paints a picture that changes with every frame: its left half counts in black and white, so that a test can identify the frame. */
function paint(context: CanvasRenderingContext2D, count: number): void {
  const { width, height } = context.canvas;
  context.fillStyle = `hsl(${(count * 7) % 360} 70% 50%)`;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff";
  context.fillRect((count * 9) % width, height / 3, 60, 60);
  context.font = "40px sans-serif";
  context.fillText(String(count), 20, 60);
  for (let left = NOISE; left > 0; left -= 1) {
    context.fillStyle = `rgb(${Math.random() * 255} ${Math.random() * 255} ${Math.random() * 255})`;
    context.fillRect(Math.random() * width, Math.random() * height, 40, 40);
  }
}

const live = new Map<string, MediaStreamTrack>();

function paintedStream(width: number, height: number, rate: number): { stream: MediaStream; canvas: HTMLCanvasElement } {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas.");
  let count = 0;
  setInterval(() => {
    if (!window.studio.screen.isStill) paint(context, (count += 1));
  }, 1_000 / rate);
  paint(context, 0);
  return { stream: canvas.captureStream(rate), canvas };
}

function tone(frequency: number): MediaStreamTrack {
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  const oscillator = new OscillatorNode(context, { frequency });
  oscillator.connect(new GainNode(context, { gain: 0.2 })).connect(mixed);
  oscillator.start();
  const [track] = mixed.stream.getAudioTracks();
  if (!track) throw new Error("No sound.");
  return track;
}

/** Ends a track as the browser does for a disconnected device: with the event that `stop` does not send. */
function pull(track: MediaStreamTrack | undefined): void {
  track?.stop();
  track?.dispatchEvent(new Event("ended"));
}

let painted: ReturnType<typeof paintedStream> | null = null;
const ports = browserPorts({
  headers: () => Promise.resolve(window.studio.signIn),
  startWorker: () => new Worker(`/store.worker.js${location.search}`, { type: "module" }),
  media: {
    getDisplayMedia: async ({ audio }) => {
      const params = new URLSearchParams(location.search);
      painted = paintedStream(Number(params.get("width") ?? 640), Number(params.get("height") ?? 360), 30);
      if (audio !== false) painted.stream.addTrack(tone(330));
      const [track] = painted.stream.getVideoTracks();
      if (track) live.set("screen", track);
      return painted.stream;
    },
    getUserMedia: async ({ video }) => {
      if (window.studio.refusal !== null) throw new DOMException("Made up.", window.studio.refusal);
      if (!video) {
        const track = tone(880);
        live.set("microphone", track);
        return new MediaStream([track]);
      }
      // A tab is requested with Chromium's own constraints.
      const isTab = typeof video === "object" && "mandatory" in video;
      const { stream } = isTab ? paintedStream(800, 600, 30) : paintedStream(320, 240, 30);
      const [track] = stream.getVideoTracks();
      if (track) live.set("camera", track);
      return stream;
    },
  },
});

const recorder = createRecorder(ports);
window.studio = {
  recorder,
  recordings: createLocalRecordings(ports),
  phases: [],
  order: (setup, given = {}) => ({
    setup: { ...DEFAULT_SETUP, source: "screen", countdown: 0, resolution: 720, ...setup },
    server: { url: location.origin, userId: "ada" },
    title: "Made-up screen",
    fileName: "made-up.mp4",
    pageUrl: null,
    folderId: null,
    workspaceId: "personal",
    tab: null,
    area: null,
    ...given,
  }),
  screen: {
    isStill: false,
    resize(width, height) {
      if (painted) Object.assign(painted.canvas, { width, height });
    },
    end: () => pull(live.get("screen")),
    unplug: (kind) => pull(live.get(kind)),
  },
  refusal: null,
  signIn: {},
  async bytesOf(id) {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle("recordings")).getDirectoryHandle(id);
    const bytes = new Uint8Array(await (await (await folder.getFileHandle("data")).getFile()).arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return btoa(binary);
  },
  until: (phase) =>
    new Promise((resolve) => {
      const inspect = (state: RecorderState): void => {
        if (state.phase !== phase && state.phase !== "failed") return;
        leave();
        resolve(state);
      };
      const leave = recorder.subscribe(inspect);
      inspect(recorder.state());
    }),
};
recorder.subscribe((state) => {
  if (window.studio.phases.at(-1) !== state.phase) window.studio.phases.push(state.phase);
});
