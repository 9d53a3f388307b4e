// Uses the recorder as another application would: without an account, so recordings are stored on this machine only.
import "./page.css";
import { browserPorts, createLocalRecordings, createRecorder, DEFAULT_SETUP, type RecorderPorts } from "@stillreel/recorder";
import { sampleMedia } from "./sample-media.ts";

const query = new URLSearchParams(location.search);
const devices: Partial<RecorderPorts> = query.has("screen") ? {} : { media: sampleMedia };
const ports = browserPorts({ headers: () => Promise.resolve(null), ...devices });
const recorder = createRecorder(ports);
const recordings = createLocalRecordings(ports);

const status = document.createElement("output");
const list = document.createElement("ul");
const video = Object.assign(document.createElement("video"), { controls: true, hidden: true });

function button(label: string, onPress: () => void): HTMLButtonElement {
  const element = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  element.addEventListener("click", onPress);
  return element;
}

function start(): void {
  void recorder.start({
    setup: { ...DEFAULT_SETUP, source: "screen", microphone: null, countdown: 0 },
    server: null,
    title: `Recording of ${new Date().toLocaleTimeString()}`,
    fileName: "recording.mp4",
    pageUrl: null,
    folderId: null,
    workspaceId: "personal",
    tab: null,
    area: null,
  });
}

async function play(id: string): Promise<void> {
  URL.revokeObjectURL(video.src);
  video.src = URL.createObjectURL(await recordings.file(id));
  video.hidden = false;
  await video.play();
}

async function showRecordings(): Promise<void> {
  const stored = await recordings.list(null);
  list.replaceChildren(
    ...stored.map(({ id, title, durationMs, bytes }) => {
      const row = document.createElement("li");
      row.append(
        `${title}, ${(durationMs / 1_000).toFixed(1)} s, ${Math.round(bytes / 1_000)} KB `,
        button("Play", () => void play(id)),
        button("Delete", () => void recordings.discard(id).then(showRecordings)),
      );
      return row;
    }),
  );
}

recorder.subscribe((state) => {
  status.value = "elapsedMs" in state ? `${state.phase}, ${(state.elapsedMs / 1_000).toFixed(1)} s` : state.phase;
  if (state.phase === "failed") status.value += `: ${state.failure.code}`;
  if (state.phase === "done") void recorder.whenSettled().then(showRecordings);
});

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no element #root.");
root.append(
  Object.assign(document.createElement("h1"), { textContent: "Recorder" }),
  button("Start", start),
  button("Pause", () => recorder.command({ do: "pause" })),
  button("Resume", () => recorder.command({ do: "resume" })),
  button("Stop", () => recorder.command({ do: "stop" })),
  status,
  list,
  video,
);
await showRecordings();
