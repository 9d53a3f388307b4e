import type { RecorderPorts } from "../ports.ts";
import type { RunningFacts } from "../recorder.machine.ts";
import type { BubblePosition, EndReason, RecordingOrder } from "../recorder.types.ts";
import { canReadFrames } from "./capture-api.ts";
import { closeStream, openCamera, openSources, type Sources } from "./open-sources.ts";
import { Picture } from "./picture.ts";
import { mixSounds, type SoundMix } from "./sound-mix.ts";

/** Callbacks of a studio. */
export interface StudioEvents {
  /** Called when the main source ended, so that nothing more can be recorded. */
  onEnded(reason: EndReason): void;
  /** Called when a microphone or camera was disconnected. The rest continues. */
  onLost(): void;
}

/** The open devices of a recording with video and audio. They stay open when the recording restarts. */
export class Studio {
  readonly sources: Sources;
  readonly sound: SoundMix;
  /** Null when the browser provides no frames. */
  readonly picture: Picture | null;
  private readonly ports: RecorderPorts;
  private readonly order: RecordingOrder;
  private readonly events: StudioEvents;
  private readonly lost = new Set<"microphone" | "camera">();
  private bubble: BubblePosition;
  private isClosed = false;

  private constructor(
    ports: RecorderPorts,
    order: RecordingOrder,
    events: StudioEvents,
    parts: Pick<Studio, "sources" | "sound" | "picture">,
  ) {
    this.ports = ports;
    this.order = order;
    this.events = events;
    this.sources = parts.sources;
    this.sound = parts.sound;
    this.picture = parts.picture;
    this.bubble = order.setup.bubble;
  }

  /** Opens all devices of the order. @throws SourceError with nothing left open */
  static async open(ports: RecorderPorts, order: RecordingOrder, events: StudioEvents): Promise<Studio> {
    const { setup } = order;
    const sources = await openSources(ports.media, order);
    let sound: SoundMix | null = null;
    // Frames arrive before the studio exists. The end of its source can only be reported afterwards.
    const made: { studio: Studio | null } = { studio: null };
    try {
      const [main] = sources.main.getVideoTracks();
      if (!main) throw new Error("The source has no picture.");
      sound = mixSounds({ ...sources, isTab: setup.source === "tab" || setup.source === "area" }, ports.now);
      const picture = canReadFrames()
        ? await Picture.open({
            main,
            source: order.tab,
            area: setup.source === "area" ? order.area : null,
            lines: setup.resolution,
            frameRate: setup.frameRate,
            bubble: setup.bubble,
            onEnded: () => made.studio?.mainEnded(),
          })
        : null;
      made.studio = new Studio(ports, order, events, { sources, sound, picture });
      made.studio.listen(main);
      return made.studio;
    } catch (error) {
      await sound?.close();
      for (const stream of [sources.main, sources.camera, sources.microphone]) closeStream(stream);
      throw error;
    }
  }

  cameraFrame(): VideoFrame | null {
    return this.order.setup.source === "camera" ? (this.picture?.mainFrame() ?? null) : (this.picture?.cameraFrame() ?? null);
  }

  moveBubble(position: BubblePosition): void {
    this.bubble = position;
    this.picture?.moveBubble(position);
  }

  /** Switches the bubble's camera, including its light. @throws SourceError when it cannot be opened */
  async switchCamera(isOn: boolean): Promise<void> {
    if (this.order.setup.source === "camera" || !this.picture || isOn === (this.sources.camera !== null)) return;
    if (!isOn) {
      closeStream(this.sources.camera);
      this.sources.camera = null;
      return this.picture.showCamera(null);
    }
    const camera = await openCamera(this.ports.media, this.order.setup, false);
    if (this.isClosed) return closeStream(camera);
    this.lost.delete("camera");
    this.sources.camera = camera;
    this.showCamera(camera);
  }

  /** Returns the devices' part of the state. */
  facts(): Pick<RunningFacts, "microphone" | "systemSound" | "camera" | "lost" | "width" | "height"> {
    const { microphone, systemSound } = this.sound.levels();
    const { width = 0, height = 0 } = this.picture?.size ?? this.sources.main.getVideoTracks()[0]?.getSettings() ?? {};
    const hasBubble = this.picture !== null && this.order.setup.source !== "camera";
    return {
      microphone: microphone && { ...microphone, muted: this.sound.isMuted() },
      systemSound,
      camera:
        hasBubble && (this.order.setup.camera || this.sources.camera) ? { on: this.sources.camera !== null, bubble: this.bubble } : null,
      lost: [...this.lost],
      width,
      height,
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.picture?.close();
    for (const stream of [this.sources.main, this.sources.camera, this.sources.microphone]) closeStream(stream);
    await this.sound.close();
  }

  private listen(main: MediaStreamTrack): void {
    main.addEventListener("ended", () => this.mainEnded());
    const [voice] = this.sources.microphone?.getAudioTracks() ?? [];
    voice?.addEventListener("ended", () => {
      if (this.isClosed) return;
      this.sound.loseMicrophone();
      this.lost.add("microphone");
      this.events.onLost();
    });
    if (this.sources.camera) this.showCamera(this.sources.camera);
    // It may have ended while the other devices were opened.
    if (main.readyState === "ended") queueMicrotask(() => this.mainEnded());
  }

  private showCamera(camera: MediaStream): void {
    const [track] = camera.getVideoTracks();
    if (!track) return;
    this.picture?.showCamera(track);
    track.addEventListener("ended", () => {
      if (this.isClosed || this.sources.camera !== camera) return;
      this.sources.camera = null;
      this.picture?.showCamera(null);
      this.lost.add("camera");
      this.events.onLost();
    });
  }

  private mainEnded(): void {
    if (this.isClosed) return;
    const { source } = this.order.setup;
    this.events.onEnded(source === "camera" ? "device-lost" : source === "tab" || source === "area" ? "tab-closed" : "share-ended");
  }
}
