import type { Destination, RecorderPorts } from "../ports.ts";
import {
  base64,
  forHome,
  isForHome,
  isPlaceClosed,
  isTimeToSend,
  metadataHeader,
  PIECE_MAX_BYTES,
  PIECE_WAIT_MS,
  pauseMs,
  type Refused,
  refusedWith,
  REQUEST_MAX_MS,
  troubleOf,
  type Trouble,
} from "./sending.plan.ts";
import { newUploadId, uploadAddress, uploadNameAt } from "./upload-name.ts";

/** The bytes that are sent: they may still grow. */
export interface SendingSource {
  bytes(): number;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the server calls the upload, and what it becomes. */
export interface UploadNames {
  url: string;
  itemId: string;
  shareUrl: string;
  /** The place that it was for is closed to the person: it goes to their own library instead. */
  home?: boolean;
}

/** What a sender needs to know, and whom it tells. */
export interface SendingJob {
  destination: Destination;
  /** What the upload is to be called there. Known before the server is asked, so that an answer that gets lost leaves nothing behind. */
  uploadId: string;
  metadata: Readonly<Record<string, string>>;
  source: SendingSource;
  /** The upload of an earlier document, to be continued. */
  upload: UploadNames | null;
  /** After so many failures in a row it gives up; by default it never does. */
  patience?: number;
  onUpload(names: UploadNames): void;
  onProgress(sentBytes: number): void;
  onTrouble(trouble: Trouble | null): void;
}

class Refusal extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(`The server answered ${refused.status}.`);
    this.refused = refused;
  }
}
const nonsense = (status: number): Refusal => new Refusal(refusedWith(status, null));

class SignedOut extends Error {}

/** More is still to come; all that there is, the length untold; all of it, to the end. */
type Goal = "grow" | "ahead" | "end";

/**
 * Sends a growing recording by tus with a length that is told at the end. It does not give up by itself: after any failure it asks the
 * server what has arrived and goes on from there; when the server knows nothing of the upload any more, it sends all of it anew.
 * A place that is closed to the person is no reason to lose anything: what was for it goes to their own library.
 */
export class Sender {
  private readonly ports: Pick<RecorderPorts, "fetch" | "headers" | "now">;
  private readonly job: SendingJob;
  private readonly aborting = new AbortController();
  private upload: UploadNames | null;
  private uploadId: string;
  private metadata: Readonly<Record<string, string>>;
  /** What the upload was called that the server does not give any more: what has arrived of it may come home. */
  private left: string | null = null;
  private offset = 0;
  /** The server knows the length: telling it again is an error. */
  private isDeclared = false;
  private goal: Goal = "grow";
  private failures = 0;
  private sentAt = -Infinity;
  private wake: () => void = () => {};
  private trouble: Trouble | null = null;
  /** Resolves when the server has everything; rejects only when it was aborted, or gave up. */
  readonly done: Promise<UploadNames>;

  constructor(ports: Pick<RecorderPorts, "fetch" | "headers" | "now">, job: SendingJob) {
    this.ports = ports;
    this.job = job;
    this.upload = job.upload;
    this.uploadId = job.uploadId;
    this.metadata = job.upload?.home ? forHome(job.metadata) : job.metadata;
    this.done = this.run();
    this.done.catch(() => {});
  }

  /** There are more bytes, or the sign-in may be back. */
  poke(): void {
    this.wake();
  }

  /** No more bytes will come: the rest goes out at once, whatever pause is on. */
  finish(): void {
    this.goal = "end";
    this.wake();
  }

  /**
   * Sends what there is and is done then, without telling the length: somebody has yet to say what becomes of it. An upload that the
   * server has ended or forgotten is left alone.
   */
  sendAhead(): void {
    this.goal = "ahead";
    this.wake();
  }

  /** Ends sending for good. */
  abort(): void {
    this.aborting.abort(new DOMException("Sending was ended.", "AbortError"));
    this.wake();
  }

  /** Removes what the server has, with its item; quietly when it cannot be reached: it forgets abandoned uploads by itself. */
  async remove(): Promise<void> {
    this.abort();
    await this.done.catch(() => {});
    const url = this.upload?.url ?? uploadAddress(this.job.destination, this.left ?? this.uploadId);
    await this.request(url, { method: "DELETE", keepalive: true, signal: AbortSignal.timeout(REQUEST_MAX_MS) }).catch(() => {});
  }

  private async run(): Promise<UploadNames> {
    let mustAsk = this.upload !== null;
    for (;;) {
      this.aborting.signal.throwIfAborted();
      try {
        if (!this.upload) {
          await this.create();
          mustAsk = false;
        }
        if (mustAsk && (await this.ask())) mustAsk = false;
        if (!this.upload) continue;
        if (this.isComplete()) return this.upload;
        await this.sendPiece();
      } catch (error) {
        this.aborting.signal.throwIfAborted();
        if (this.findOtherWay(error)) continue;
        mustAsk = true;
        await this.pause(error);
      }
    }
  }

  private isComplete(): boolean {
    if (this.goal === "grow" || this.offset !== this.job.source.bytes()) return false;
    return this.goal === "ahead" || this.isDeclared;
  }

  private async create(): Promise<void> {
    const url = new URL("/uploads", this.job.destination.url);
    const headers = { "upload-defer-length": "1", "upload-metadata": metadataHeader({ ...this.metadata, uploadId: this.uploadId }) };
    // Not ended by an abort: what is made and not known by its address could not be removed.
    const response = await this.request(url.href, { method: "POST", headers, signal: AbortSignal.timeout(REQUEST_MAX_MS) });
    const location = response.headers.get("location");
    const [itemId, shareUrl] = [response.headers.get("item-id"), response.headers.get("share-url")];
    if (location === null || itemId === null || shareUrl === null) throw nonsense(0);
    this.upload = { url: new URL(location, url).href, itemId, shareUrl, ...(this.hasComeHome() && { home: true }) };
    // More than nothing when an earlier document had made it, and did not live to hear of it.
    this.offset = Number(response.headers.get("upload-offset") ?? 0);
    this.isDeclared = false;
    this.left = null;
    this.job.onUpload(this.upload);
    this.succeed();
  }

  private hasComeHome(): boolean {
    return isForHome(this.metadata) && !isForHome(this.job.metadata);
  }

  /** After a refusal to begin: where else it can go, at once. False when only waiting may help. */
  private findOtherWay(error: unknown): boolean {
    if (this.upload || !(error instanceof Refusal)) return false;
    const { refused } = error;
    // What is left there is whole already, without us: all of it goes home by another name.
    if (refused.code === "recording-ended") this.uploadId = newUploadId();
    else if (isPlaceClosed(refused) && !isForHome(this.metadata)) {
      this.metadata = forHome(this.metadata);
      this.uploadId = this.left ?? this.uploadId;
    } else return false;
    return true;
  }

  /** The server has let it come home while nobody went on with it: it has another item and another link there. */
  private learnNames({ headers }: Response): void {
    const [itemId, shareUrl] = [headers.get("item-id"), headers.get("share-url")];
    if (!this.upload || itemId === null || shareUrl === null || itemId === this.upload.itemId) return;
    this.metadata = forHome(this.metadata);
    this.upload = { ...this.upload, itemId, shareUrl, home: true };
    this.job.onUpload(this.upload);
  }

  /** Asks how much has arrived. False when the upload is gone: everything has to be sent anew. */
  private async ask(): Promise<boolean> {
    if (!this.upload) return false;
    // In a place of others it may be there and not be given any more.
    const gone = isForHome(this.metadata) ? [404, 410] : [403, 404, 410];
    const response = await this.request(this.upload.url, { method: "HEAD", cache: "no-store" }, gone);
    const offset = Number(response.headers.get("upload-offset") ?? Number.NaN);
    // A server that says to have more than there is speaks of something else.
    if (response.status >= 400 || !(offset >= 0 && offset <= this.job.source.bytes())) {
      return this.startOver();
    }
    this.offset = offset;
    this.isDeclared = response.headers.get("upload-length") !== null;
    const isOther = this.isDeclared && Number(response.headers.get("upload-length")) !== this.job.source.bytes();
    if (isOther && this.goal !== "grow") return this.startOver();
    this.learnNames(response);
    this.job.onProgress(offset);
    return true;
  }

  private startOver(): false {
    if (this.goal === "ahead") {
      this.abort();
      return false;
    }
    this.left = this.upload && uploadNameAt(this.upload.url);
    this.upload = null;
    // The old one may still be there, ended.
    this.uploadId = newUploadId();
    this.job.onProgress(0);
    return false;
  }

  private async sendPiece(): Promise<void> {
    const available = this.job.source.bytes();
    const waiting = available - this.offset;
    const waited = this.ports.now() - this.sentAt;
    if (!isTimeToSend(waiting, waited, this.goal !== "grow")) {
      await this.sleep(waiting > 0 ? Math.max(20, PIECE_WAIT_MS - waited) : PIECE_WAIT_MS);
      return;
    }
    if (!this.upload) return;
    const to = Math.min(available, this.offset + PIECE_MAX_BYTES);
    // `finish` may come while a piece is read: only what was the end when we looked is told as the end.
    const isLast = this.goal === "end" && to === this.job.source.bytes();
    const body = await this.job.source.read(this.offset, to);
    this.sentAt = this.ports.now();
    const headers: Record<string, string> = {
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(this.offset),
      ...(await checksum(body)),
      ...(isLast && !this.isDeclared ? { "upload-length": String(to) } : {}),
    };
    const response = await this.request(this.upload.url, { method: "PATCH", headers, body });
    if (Number(response.headers.get("upload-offset")) !== to) throw nonsense(409);
    this.offset = to;
    if (isLast) this.isDeclared = true;
    this.job.onProgress(to);
    this.succeed();
  }

  private async request(url: string, init: RequestInit & { headers?: Record<string, string> }, welcome: number[] = []): Promise<Response> {
    const signIn = await this.ports.headers(this.job.destination);
    if (signIn === null) throw new SignedOut();
    const signal = init.signal ?? AbortSignal.any([this.aborting.signal, AbortSignal.timeout(REQUEST_MAX_MS)]);
    const response = await this.ports.fetch(url, { ...init, signal, headers: { "tus-resumable": "1.0.0", ...signIn, ...init.headers } });
    if (!response.ok && !welcome.includes(response.status))
      throw new Refusal(refusedWith(response.status, await response.json().catch(() => null)));
    return response;
  }

  private succeed(): void {
    this.failures = 0;
    this.tell(null);
  }

  /** Waits after a failure, longer each time. A stop and a sign-in end the pause. */
  private async pause(error: unknown): Promise<void> {
    this.failures += 1;
    const status = error instanceof Refusal ? error.refused.status : 0;
    // Turned away from a place of others it asks once more, and goes home then.
    const isTurnedAway = status === 403 && !isForHome(this.metadata);
    const trouble = error instanceof SignedOut ? "signed-out" : isTurnedAway ? null : troubleOf(status);
    // A disagreement that goes on is trouble, too.
    if (trouble !== null || this.failures > 3) this.tell(trouble ?? "offline");
    if (this.failures >= (this.job.patience ?? Infinity)) this.abort();
    const before = this.goal;
    const until = this.ports.now() + pauseMs(this.failures, trouble, Math.random());
    while (this.ports.now() < until && this.goal === before && !this.aborting.signal.aborted) {
      await this.sleep(until - this.ports.now());
      if (trouble === "signed-out" && (await this.ports.headers(this.job.destination)) !== null) return;
    }
  }

  private tell(trouble: Trouble | null): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.job.onTrouble(trouble);
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** tus' checksum of a piece, where the page may compute one (only safe origins may). */
async function checksum(body: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  if (body.byteLength === 0 || globalThis.crypto?.subtle === undefined) return {};
  const digest = await crypto.subtle.digest("SHA-256", body);
  return { "upload-checksum": `sha256 ${base64(new Uint8Array(digest))}` };
}
