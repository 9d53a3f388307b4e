import { RECORDING_MAX_S } from "@stillreel/contract";
import { nextShare, type Share } from "./encoding/bitrate.plan.ts";
import { prepareTake, type PreparedTake } from "./encoding/prepare-take.ts";
import type { Take } from "./encoding/take.types.ts";
import type { RecorderPorts } from "./ports.ts";
import { IDLE, next, type RecorderEvent, type RunningFacts } from "./recorder.machine.ts";
import type {
  EndReason,
  Pictures,
  PointerReport,
  RecorderCommand,
  RecorderState,
  RecordingFailure,
  RecordingOrder,
} from "./recorder.types.ts";
import { RecordingClock } from "./recording-clock.ts";
import { RecordingSession } from "./recording-session.ts";
import { SourceError } from "./sources/open-sources.ts";
import { SelfView } from "./sources/self-view.ts";
import { Studio } from "./sources/studio.ts";
import { StorageFullError } from "./store/recording-store.ts";

/** Maximum time in which a stopped recording is shown as finishing, in milliseconds. The upload continues afterwards. */
const FINISHING_MAX_MS = 10_000;
const FINISHING_IN_TROUBLE_MS = 1_000;
/** Interval of the meters' events, in milliseconds. */
const METER_MS = 240;

/** Maximum time to wait for a recorded page to remove the elements of the recorder, in milliseconds. */
const CLEAR_MAX_MS = 2_000;

/** Returns whether elements of the recorder in the page would be in the video. */
const isPageRecorded = ({ setup }: RecordingOrder): boolean => setup.source === "tab" || setup.source === "area";

/** Resources of the running recording. */
interface Running {
  order: RecordingOrder;
  session: RecordingSession;
  take: Take;
  clock: RecordingClock;
  share: Share;
}

/** The engine of a recorder: one state that only changes by events of the state machine, and its effects. */
export class RecorderEngine {
  state: RecorderState = IDLE;
  private readonly ports: RecorderPorts;
  private readonly listeners = new Set<(state: RecorderState) => void>();
  private readonly sessions = new Set<RecordingSession>();
  private readonly selfView = new SelfView(() => this.studio?.cameraFrame() ?? null);
  private order: RecordingOrder | null = null;
  private studio: Studio | null = null;
  private running: Running | null = null;
  private notifiedAt = 0;
  private skip: () => void = () => {};
  private pageCleared: () => void = () => {};
  private resumes = 0;

  constructor(ports: RecorderPorts) {
    this.ports = ports;
  }

  subscribe(listener: (state: RecorderState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  watchCamera(listener: (frame: string) => void): () => void {
    return this.selfView.watch(listener);
  }

  pictures(): Pictures {
    return { main: this.studio?.sources.main ?? null, camera: this.studio?.sources.camera ?? null };
  }

  isBusy(): boolean {
    return this.sessions.size > 0 || !["idle", "done", "failed"].includes(this.state.phase);
  }

  async whenSettled(): Promise<void> {
    while (this.sessions.size > 0) await Promise.all([...this.sessions].map((session) => session.settled));
  }

  reset(): void {
    this.apply({ type: "reset" });
  }

  async start(order: RecordingOrder): Promise<void> {
    const id = crypto.randomUUID();
    if (!this.apply({ type: "start", id, source: order.setup.source })) return;
    this.order = order;
    let studio: Studio | null = null;
    try {
      studio = await Studio.open(this.ports, order, {
        onEnded: (reason) => this.end(reason),
        onLost: () => this.notify(),
      });
      // Cancelled while the browser's chooser was open.
      if (!this.isAt(id, "preparing")) return await studio.close();
      this.studio = studio;
      await this.countDownAndBegin(id, order, studio, order.setup.countdown > 0);
    } catch (error) {
      await this.failStart(id, error);
    }
  }

  command(command: RecorderCommand): void {
    switch (command.do) {
      case "pause":
        if (this.apply({ type: "pause" })) this.running?.take.pause();
        return this.notify();
      case "resume":
        return void this.resume();
      case "stop":
        return this.running ? this.end("stopped") : this.discard();
      case "discard":
        return this.discard();
      case "restart":
        return void this.restart();
      case "mute":
        this.studio?.sound.setMuted(command.muted);
        return this.notify();
      case "bubble":
        this.studio?.moveBubble(command.position);
        return this.notify();
      case "camera":
        return void this.studio?.switchCamera(command.on).then(
          () => this.notify(),
          () => this.notify(),
        );
      case "skip-countdown":
        return this.skip();
      case "pointer":
        return this.notePointer(command);
      case "page-cleared":
        return this.pageCleared();
    }
  }

  /**
   * Runs the countdown, during which disk and encoders are prepared, then starts the recording.
   * @param isCovered whether a recorded page shows elements of the recorder until then
   */
  private async countDownAndBegin(id: string, order: RecordingOrder, studio: Studio, isCovered: boolean): Promise<void> {
    this.apply({ type: "ready", secondsLeft: order.setup.countdown, facts: studio.facts() });
    const preparing = this.prepare(id, order, studio);
    // Its failure is reported after the countdown. No code awaits it until then.
    preparing.catch(() => {});
    // Before the start, users see their microphone level and their camera position.
    const meterTimer = setInterval(() => this.notifyLevels(), METER_MS);
    await this.countDown(id).finally(() => clearInterval(meterTimer));
    if (isCovered && isPageRecorded(order) && this.isAt(id, "countdown")) await this.untilPageIsClear();
    const { session, prepared } = await preparing;
    if (!this.isAt(id, "countdown")) {
      prepared.close();
      return await session.discard();
    }
    this.begin(order, studio, session, prepared);
  }

  private async prepare(id: string, order: RecordingOrder, studio: Studio): Promise<{ session: RecordingSession; prepared: PreparedTake }> {
    const prepared = await prepareTake(studio, order);
    if (!prepared) throw new SourceError({ code: "not-supported" });
    const session = await RecordingSession.open(this.ports, id, order, {
      onChange: () => this.updateProgress(session),
      onStorageFull: () => this.end("storage-full"),
    }).catch((error: unknown) => {
      prepared.close();
      throw error;
    });
    this.sessions.add(session);
    void session.settled.then(() => this.sessions.delete(session));
    session.store.onTick(() => this.tick(session));
    return { session, prepared };
  }

  /** Continues the recording, without the toolbar that a recorded page shows during a pause. */
  private async resume(): Promise<void> {
    const { running } = this;
    if (!running || !this.apply({ type: "resume" })) return;
    this.resumes += 1;
    const { resumes } = this;
    if (isPageRecorded(running.order)) await this.untilPageIsClear();
    if (this.running === running && this.resumes === resumes && this.state.phase === "recording") running.take.resume();
    this.notify();
  }

  /** Resolves when the recorded page shows no element of the recorder and the newest frame was captured after that. */
  private async untilPageIsClear(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLEAR_MAX_MS);
      this.pageCleared = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await this.studio?.picture?.refresh();
  }

  /** Stores where the pointer is. During a pause, and while the page still shows the toolbar after it, nothing is stored. */
  private notePointer({ isPressed, ageMs, ...report }: PointerReport): void {
    const { running, studio } = this;
    if (!running?.clock.isRunning() || !isPageRecorded(running.order)) return;
    const position = studio?.picture?.positionOf(report);
    if (position) running.session.notePointer({ ...position, isPressed, at: Math.max(0, running.clock.seconds() - ageMs / 1_000) });
  }

  private async countDown(id: string): Promise<void> {
    let isSkipped = false;
    while (!isSkipped && this.state.phase === "countdown" && this.state.id === id && this.state.secondsLeft > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        this.skip = () => {
          clearTimeout(timer);
          isSkipped = true;
          resolve();
        };
      });
      if (!isSkipped && this.isAt(id, "countdown")) this.apply({ type: "second-passed" });
    }
    this.skip = () => {};
    // The page removes a countdown of 0 seconds.
    while (this.isAt(id, "countdown") && this.apply({ type: "second-passed" }));
  }

  private begin(order: RecordingOrder, studio: Studio, session: RecordingSession, prepared: PreparedTake): void {
    const clock = new RecordingClock(this.ports.now);
    const take = prepared.start({
      write: (data, endMs) => session.write(data, endMs),
      // The encoder is a device too. Its output is preserved.
      onFailure: () => this.end("device-lost"),
      clock,
    });
    session.begin(prepared.mimeType);
    this.running = { order, session, take, clock, share: { share: 1, changedAt: this.ports.now() } };
    this.apply({ type: "begin", facts: this.facts(studio) });
  }

  /** Ends the running recording. The recorded part becomes the item. */
  private end(reason: EndReason): void {
    const { running } = this;
    // The camera was disconnected, or the tab was closed, before anything was recorded.
    if (!running) return this.failEarly(reason);
    if (!this.apply({ type: "end", reason })) return;
    void this.finish(running).catch((error: unknown) => this.fail({ code: "failed", detail: String(error) }));
  }

  private async finish(running: Running): Promise<void> {
    const { session, take, clock } = running;
    const frames = await take.finish();
    this.running = null;
    await this.closeStudio();
    const isCut = this.state.phase === "finishing" && this.state.reason === "storage-full";
    // A disk with the head of the file but without its first fragment contains nothing playable.
    const isNothing = isCut && (await session.store.wholeMs(session.store.bytes).catch(() => null)) === 0;
    if (frames === 0 || session.progress().disk.bytes === 0 || isNothing) {
      await session.discard();
      return this.fail({ code: isCut ? "storage-full" : "empty" });
    }
    const durationMs = isCut ? session.progress().disk.ms : Math.round(clock.seconds() * 1_000);
    await session.end(durationMs);
    this.updateProgress(session);
    await session.arrival(session.progress().trouble === null ? FINISHING_MAX_MS : FINISHING_IN_TROUBLE_MS);
    this.updateProgress(session);
    this.apply({ type: "finish", durationMs });
  }

  private async restart(): Promise<void> {
    const { running, studio } = this;
    const id = crypto.randomUUID();
    if (!running || !studio || !this.apply({ type: "restart", id, secondsLeft: running.order.setup.countdown })) return;
    this.running = null;
    running.take.abandon();
    void running.session.discard();
    try {
      await this.countDownAndBegin(id, running.order, studio, true);
    } catch (error) {
      await this.failStart(id, error);
    }
  }

  private discard(): void {
    const { running } = this;
    if (!this.apply({ type: "discard" })) return;
    this.running = null;
    this.skip();
    running?.take.abandon();
    void running?.session.discard();
    void this.closeStudio();
  }

  private failEarly(reason: EndReason): void {
    if (this.state.phase !== "countdown") return;
    const failure: RecordingFailure = reason === "storage-full" ? { code: "storage-full" } : { code: "empty" };
    this.skip();
    this.fail(failure);
    void this.closeStudio();
  }

  private async failStart(id: string, error: unknown): Promise<void> {
    if ("id" in this.state && this.state.id === id) {
      const failure: RecordingFailure =
        error instanceof SourceError
          ? error.failure
          : error instanceof StorageFullError
            ? { code: "storage-full" }
            : { code: "failed", detail: error instanceof Error ? error.message : String(error) };
      // A cancelled chooser is no failure, so there is no message.
      if (failure.code === "cancelled") this.apply({ type: "discard" });
      else this.fail(failure);
      await this.closeStudio();
    }
  }

  private fail(failure: RecordingFailure): void {
    this.apply({ type: "fail", failure });
  }

  private async closeStudio(): Promise<void> {
    const { studio } = this;
    this.studio = null;
    await studio?.close();
  }

  private tick(session: RecordingSession): void {
    const { running } = this;
    if (running?.session !== session || this.state.phase === "finishing") return;
    running.take.tick();
    const share = nextShare(running.share, session.waitingMs(), session.progress().trouble === null, this.ports.now());
    if (share !== running.share) running.take.setShare(share.share);
    running.share = share;
    if (this.ports.now() - this.notifiedAt >= METER_MS) this.notify();
    if (running.clock.seconds() >= RECORDING_MAX_S) this.end("time-limit");
  }

  /** Publishes the state of the sources before the recording starts. */
  private notifyLevels(): void {
    if (this.studio) this.apply({ type: "open-facts", facts: this.studio.facts() });
  }

  /** Publishes the progress of the running recording. */
  private notify(): void {
    if (!this.running || !this.studio) return this.notifyLevels();
    this.notifiedAt = this.ports.now();
    this.apply({ type: "facts", facts: this.facts(this.studio) });
  }

  private facts(studio: Studio): RunningFacts {
    const { running } = this;
    const names = running?.session.names() ?? null;
    return {
      ...studio.facts(),
      elapsedMs: Math.round((running?.clock.seconds() ?? 0) * 1_000),
      itemId: names?.itemId ?? null,
      shareUrl: names?.shareUrl ?? null,
      live: running?.order.setup.live ?? false,
      slow: running?.take.isSlow() ?? false,
      progress: running?.session.progress() ?? { disk: { bytes: 0, ms: 0 }, server: { bytes: 0, ms: 0 }, trouble: null },
    };
  }

  /** Publishes the stored and sent amount of a recording, only if it is the current one. */
  private updateProgress(session: RecordingSession): void {
    if (!("id" in this.state) || this.state.id !== session.id) return;
    const names = session.names();
    this.apply({ type: "progressed", progress: session.progress(), itemId: names?.itemId ?? null, shareUrl: names?.shareUrl ?? null });
  }

  private isAt(id: string, phase: RecorderState["phase"]): boolean {
    return this.state.phase === phase && "id" in this.state && this.state.id === id;
  }

  private apply(event: RecorderEvent): boolean {
    const state = next(this.state, event);
    if (state === null) return false;
    this.state = state;
    for (const listener of this.listeners) listener(state);
    return true;
  }
}
