import { type DoubleUpload, openRecorderPage, serveRecorderPage, startTusDouble, type TusDouble } from "@stillreel/testing/recorder";
import type { LocalRecording, RecorderState } from "@stillreel/recorder/types";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { until } from "./recording-world.ts";

type Order = Window["studio"]["order"];
type Command = Parameters<Window["studio"]["recorder"]["command"]>[0];

/** The recorder's engine on fake screens in a separate page, and a server double with configurable failures. */
export class Studio {
  readonly double: TusDouble;
  readonly context: BrowserContext;
  /** The current page. {@link reopen} replaces it. */
  page: Page;
  readonly #faults: string[] = [];

  private constructor(double: TusDouble, context: BrowserContext, page: Page) {
    this.double = double;
    this.context = context;
    this.page = page;
    context.on("weberror", (fault) => this.#faults.push(String(fault.error())));
  }

  static async open(browser: Browser): Promise<Studio> {
    const double = await startTusDouble();
    await serveRecorderPage(double);
    const context = await browser.newContext();
    return new Studio(double, context, await openRecorderPage(context, double));
  }

  /** Ends the setup. Throws the uncaught errors of its pages. */
  async close(): Promise<void> {
    await this.context.close();
    await this.double.stop();
    if (this.#faults.length > 0) throw new Error(this.#faults.join("\n"));
  }

  /** Continues in a new page. @param search its size and disk quota, such as `?disk=900000` */
  async reopen(search = ""): Promise<void> {
    if (!this.page.isClosed()) await this.page.close();
    this.page = await openRecorderPage(this.context, this.double, search);
  }

  /** Returns the only upload. */
  upload(): DoubleUpload {
    const [first] = this.double.uploads.values();
    if (!first || this.double.uploads.size !== 1) throw new Error(`There are ${this.double.uploads.size} uploads.`);
    return first;
  }

  pass(ms: number): Promise<void> {
    return this.page.waitForTimeout(ms);
  }

  command(what: Command): Promise<void> {
    return this.page.evaluate((asked) => window.studio.recorder.command(asked), what);
  }

  state(): Promise<RecorderState> {
    return this.page.evaluate(() => window.studio.recorder.state());
  }

  /** Starts, and waits until it records. */
  start(setup: Parameters<Order>[0] = {}, given: Parameters<Order>[1] = {}): Promise<void> {
    return this.page.evaluate(
      async ([chosen, further]) => {
        void window.studio.recorder.start(window.studio.order(chosen, further));
        await window.studio.until("recording");
      },
      [setup, given] as const,
    );
  }

  /** Starts, and waits until the first bytes are on the server. */
  async startSending(): Promise<Extract<RecorderState, { phase: "recording" }>> {
    await this.start();
    return until("the first bytes are on the server", async () => {
      const running = await this.state();
      return running.phase === "recording" && this.upload().bytes.length > 0 && running;
    });
  }

  async stop(): Promise<RecorderState> {
    await this.command({ do: "stop" });
    return this.page.evaluate(() => window.studio.until("done"));
  }

  /** Crashes the page, as when its process is killed. */
  async die(): Promise<void> {
    const cdp = await this.context.newCDPSession(this.page);
    const gone = new Promise((resolve) => this.page.once("crash", resolve));
    // A crashed page gives no response.
    void cdp.send("Page.crash").catch(() => {});
    await gone;
    await this.page.close();
  }

  /** Records with an unreachable server in the last seconds, and crashes. Then a new page and the server are available. */
  async leaveUnsent(unsentMs = 2_500): Promise<{ id: string; disk: Buffer }> {
    const { id } = await this.startSending();
    await this.double.down();
    await this.pass(unsentMs);
    await this.die();
    await this.double.up();
    await this.reopen();
    const disk = await this.onDisk(id);
    if (!disk || disk.length <= this.upload().bytes.length) throw new Error("Nothing is left that the server does not have.");
    return { id, disk };
  }

  /** Lists Ada's recordings that are stored on this machine. */
  list(): Promise<LocalRecording[]> {
    return this.page.evaluate(() => window.studio.recordings.list("ada"));
  }

  sendWaiting(on = this.page): Promise<number> {
    return on.evaluate((url) => window.studio.recordings.sendWaiting({ url, userId: "ada" }), this.double.url);
  }

  recover(id: string): Promise<{ itemId: string }> {
    return this.page.evaluate(
      ([recordings, url]) => window.studio.recordings.recover(recordings, { destination: { url, userId: "ada" } }),
      [id, this.double.url] as const,
    );
  }

  /** Returns the bytes of a recording on this machine, or null when it was deleted. */
  async onDisk(id: string): Promise<Buffer | null> {
    const base64 = await this.page.evaluate((recordings) => window.studio.bytesOf(recordings).catch(() => null), id);
    return base64 === null ? null : Buffer.from(base64, "base64");
  }

  /** Plays a file in the browser. Returns its length and the colors of its middle at the given seconds. */
  async watch(bytes: Buffer, at: number[]): Promise<{ duration: number; colours: string[] }> {
    this.double.pages.set("/film.mp4", { type: "video/mp4", body: bytes });
    return this.page.evaluate(async (seconds) => {
      const film = await (await fetch(`/film.mp4?${Math.random()}`)).blob();
      const video = Object.assign(document.createElement("video"), { muted: true, src: URL.createObjectURL(film) });
      const canvas = new OffscreenCanvas(1, 1);
      const context = canvas.getContext("2d");
      await new Promise((resolve, reject) => {
        video.addEventListener("loadeddata", resolve);
        video.addEventListener("error", () => reject(new Error(video.error?.message)));
      });
      const colours: string[] = [];
      for (const second of seconds) {
        video.currentTime = second;
        await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
        context?.drawImage(video, video.videoWidth / 2, video.videoHeight / 6, 1, 1, 0, 0, 1, 1);
        colours.push(String(context?.getImageData(0, 0, 1, 1).data.slice(0, 3)));
      }
      return { duration: video.duration, colours };
    }, at);
  }
}
