import { createRecorder, type Recorder, type RecorderPorts, type RecorderState, type RecordingOrder } from "@stillreel/recorder";
import { parseCommand } from "../core/recorder-command.ts";
import { send } from "../core/messages.ts";
import { CAMERA_PORT, type CameraFrame, type RecorderUpdate, WORKER_PORT } from "../core/recorder-port.ts";
import { copyText } from "../../shared/offscreen/clipboard.ts";
import { holdPage } from "../../shared/offscreen/lifetime.ts";

/** Minimum interval between state messages of the same phase, in milliseconds. */
const UPDATE_MS = 200;
/** Interval at which the page checks whether it is still needed, in milliseconds. */
const CHECK_MS = 500;
/** Interval between attempts to wake the worker, in milliseconds. */
const WAKE_MS = 1_000;

const isRunning = ({ phase }: RecorderState): boolean => phase !== "idle" && phase !== "done" && phase !== "failed";

/** Returns the link of a stopped recording; null before the stop or without a link. */
const linkToCopy = (state: RecorderState): string | null => (state.phase === "finishing" || state.phase === "done" ? state.shareUrl : null);

/**
 * The recorder of the extension, in the only page that can exist during a whole recording. Worker, popup and page bar come and
 * go; each observes and controls the recorder through its own connection.
 */
export class RecorderHost {
  readonly #ports: RecorderPorts;
  #recorder: Recorder;
  /** Recording of the current state; null before the first one. */
  #key: string | null = null;
  #unsubscribe: () => void;
  readonly #watchers = new Set<chrome.runtime.Port>();
  /** Tabs into which the worker has injected the bar; messages of other tabs are refused. */
  readonly #admitted = new Set<number>();
  #worker: chrome.runtime.Port | null = null;
  #copied: { url: string; isCopied: boolean } | null = null;
  #sentPhase: RecorderState["phase"] = "idle";
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
    this.#recorder = createRecorder(ports);
    this.#unsubscribe = this.#recorder.subscribe((state) => this.#handleState(state));
  }

  key(): string | null {
    return this.#key;
  }

  state(): RecorderState {
    return this.#recorder.state();
  }

  admit(tabId: number): void {
    this.#admitted.add(tabId);
  }

  /** Starts a recording. Later errors are reported as states. */
  start(key: string, order: RecordingOrder): void {
    const { phase } = this.state();
    if (phase === "done" || phase === "failed") this.#recorder.reset();
    // The previous recording is still uploading; it continues with its own recorder.
    else if (phase === "finishing") this.#renew();
    else if (phase !== "idle") throw new Error("A recording is running.");
    this.#key = key;
    this.#copied = null;
    this.#admitted.clear();
    const recorder = this.#recorder;
    const release = holdPage();
    const timer = setInterval(() => {
      if (recorder.isBusy() || (recorder === this.#recorder && isRunning(recorder.state()))) return;
      clearInterval(timer);
      release();
    }, CHECK_MS);
    void recorder.start(order);
  }

  #renew(): void {
    this.#unsubscribe();
    this.#recorder = createRecorder(this.#ports);
    this.#unsubscribe = this.#recorder.subscribe((state) => this.#handleState(state));
  }

  /** Copies the link when the recording stops, or as soon as a link exists or changes. */
  #copyLink(state: RecorderState): void {
    const link = linkToCopy(state);
    if (!link || this.#copied?.url === link) return;
    try {
      copyText(link);
      this.#copied = { url: link, isCopied: true };
    } catch {
      this.#copied = { url: link, isCopied: false };
    }
  }

  #handleState(state: RecorderState): void {
    this.#copyLink(state);
    if (state.phase !== this.#sentPhase) return this.#sendUpdate();
    this.#waiting ??= setTimeout(() => this.#sendUpdate(), UPDATE_MS);
  }

  #update(): RecorderUpdate {
    return { key: this.#key, state: this.state(), isCopied: this.#copied?.isCopied ?? null };
  }

  #sendUpdate(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const update = this.#update();
    this.#sentPhase = update.state.phase;
    for (const port of this.#watchers) port.postMessage(update);
    if (!this.#worker) void this.#wakeWorker();
  }

  /** Whether a worker is being woken. Without a worker the icon has no clock, and the end is not reported. */
  #isWaking = false;
  async #wakeWorker(): Promise<void> {
    if (this.#isWaking) return;
    this.#isWaking = true;
    await send("record.follow", {}).catch(() => null);
    setTimeout(() => {
      this.#isWaking = false;
      if (!this.#worker && this.state().phase !== "idle") void this.#wakeWorker();
    }, WAKE_MS);
  }

  #isAdmitted(sender: chrome.runtime.MessageSender | undefined): boolean {
    if (sender?.id !== chrome.runtime.id) return false;
    if (sender.url?.startsWith(chrome.runtime.getURL(""))) return true;
    return sender.tab?.id !== undefined && this.#admitted.has(sender.tab.id);
  }

  /** Accepts a connection that observes and controls the recorder, or shows the camera. */
  connect(port: chrome.runtime.Port): void {
    if (!this.#isAdmitted(port.sender)) return port.disconnect();
    if (port.name === CAMERA_PORT) return this.#showCamera(port);
    this.#watchers.add(port);
    if (port.name === WORKER_PORT) this.#worker = port;
    port.onMessage.addListener((message: unknown) => {
      const command = parseCommand(message);
      if (command) this.#recorder.command(command);
    });
    port.onDisconnect.addListener(() => this.#lose(port));
    port.postMessage(this.#update());
  }

  #lose(port: chrome.runtime.Port): void {
    this.#watchers.delete(port);
    if (this.#worker === port) this.#worker = null;
    if (!isRunning(this.state())) return;
    if (port.name === WORKER_PORT) void this.#wakeWorker();
    const tabId = port.sender?.tab?.id;
    const isPage = !port.sender?.url?.startsWith(chrome.runtime.getURL(""));
    if (isPage && tabId !== undefined) void send("record.bar-gone", { tabId }).catch(() => null);
  }

  #showCamera(port: chrome.runtime.Port): void {
    const stop = this.#recorder.watchCamera((frame) => port.postMessage({ frame } satisfies CameraFrame));
    port.onDisconnect.addListener(stop);
  }
}
