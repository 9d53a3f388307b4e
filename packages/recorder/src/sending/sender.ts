import { API_BASE, type PointerTrack } from "@stillreel/contract";
import type { Destination, RecorderPorts } from "../ports.ts";
import {
  base64,
  forHome,
  isFinal,
  isForHome,
  isLocationClosed,
  isTimeToSend,
  metadataHeader,
  PIECE_MAX_BYTES,
  PIECE_WAIT_MS,
  POINTER_TRIES,
  pauseMs,
  type Refused,
  refusedWith,
  REQUEST_MAX_MS,
  troubleOf,
  type Trouble,
} from "./sending.plan.ts";
import { newUploadId, uploadAddress, uploadNameAt } from "./upload-name.ts";

/** The bytes to send, which may still grow. */
interface SendingSource {
  bytes(): number;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** The server's ids of the upload and of its item. */
export interface UploadNames {
  url: string;
  itemId: string;
  shareUrl: string;
  /** Whether access to the save target was lost, so that it goes to the personal library. */
  home?: boolean;
}

/** Parameters and callbacks of a sender. */
export interface SendingJob {
  destination: Destination;
  /** Id of the upload on the server. It is set before the first request, so that a lost response leaves no orphaned upload. */
  uploadId: string;
  metadata: Readonly<Record<string, string>>;
  source: SendingSource;
  /** The upload of an earlier document to continue. */
  upload: UploadNames | null;
  /** Consecutive failures after which it gives up. Never by default. */
  failuresMax?: number;
  /** Returns the recorded pointer. It is sent before the last bytes, so that it is there when the video is ready. */
  pointer?(): Promise<PointerTrack | null>;
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

/** `grow`: more bytes follow. `ahead`: send all available bytes without the length. `end`: send everything to the end. */
type Goal = "grow" | "ahead" | "end";

/**
 * Sends a growing recording by tus. The length is declared at the end. It does not give up on its own initiative: after a failure it
 * asks the server for the upload offset and continues from there. When the server does not know the upload any more, it sends
 * everything again. When access to the save target is lost, the recording goes to the personal library.
 */
export class Sender {
  private readonly ports: Pick<RecorderPorts, "fetch" | "headers" | "now">;
  private readonly job: SendingJob;
  private readonly aborting = new AbortController();
  private upload: UploadNames | null;
  private uploadId: string;
  private metadata: Readonly<Record<string, string>>;
  /** Id of an upload that the server denies now. Its received bytes may move to the personal library. */
  private left: string | null = null;
  private offset = 0;
  /** Item that has the recorded pointer, and the number of refusals of it. */
  private pointerOf: string | null = null;
  private pointerRefusals = 0;
  /** Whether the server knows the length. Declaring it twice is an error. */
  private isDeclared = false;
  private goal: Goal = "grow";
  private failures = 0;
  private sentAt = -Infinity;
  private wake: () => void = () => {};
  private trouble: Trouble | null = null;
  /** Resolves when the server has everything. Rejects only when it was aborted or gave up. */
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

  /** Must be called when there are more bytes, or when the user may have signed in again. */
  poke(): void {
    this.wake();
  }

  /** Declares that no more bytes follow. The rest is sent immediately, without the current pause. */
  finish(): void {
    this.goal = "end";
    this.wake();
  }

  /**
   * Sends all available bytes and ends without declaring the length, because the owner has not decided yet. An upload that the server
   * has ended or deleted is not changed.
   */
  sendAhead(): void {
    this.goal = "ahead";
    this.wake();
  }

  /** Ends sending permanently. */
  abort(): void {
    this.aborting.abort(new DOMException("Sending was ended.", "AbortError"));
    this.wake();
  }

  /** Removes the upload and its item on the server. Ignores an unreachable server, which deletes abandoned uploads automatically. */
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
        if (this.findAlternative(error)) continue;
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
    // Without the abort signal: an upload that was created without a known address could not be removed.
    const response = await this.request(url.href, { method: "POST", headers, signal: AbortSignal.timeout(REQUEST_MAX_MS) });
    const location = response.headers.get("location");
    const [itemId, shareUrl] = [response.headers.get("item-id"), response.headers.get("share-url")];
    if (location === null || itemId === null || shareUrl === null) throw nonsense(0);
    this.upload = { url: new URL(location, url).href, itemId, shareUrl, ...(this.hasComeHome() && { home: true }) };
    // More than 0 when an earlier document had created it without receiving the response.
    this.offset = Number(response.headers.get("upload-offset") ?? 0);
    this.isDeclared = false;
    this.left = null;
    this.job.onUpload(this.upload);
    this.succeed();
  }

  private hasComeHome(): boolean {
    return isForHome(this.metadata) && !isForHome(this.job.metadata);
  }

  /** After a refused creation: tries another save target immediately. Returns false when only waiting may help. */
  private findAlternative(error: unknown): boolean {
    if (this.upload || !(error instanceof Refusal)) return false;
    const { refused } = error;
    // The server has already completed the upload there. All bytes are sent to the personal library under a new id.
    if (refused.code === "recording-ended") this.uploadId = newUploadId();
    else if (isLocationClosed(refused) && !isForHome(this.metadata)) {
      this.metadata = forHome(this.metadata);
      this.uploadId = this.left ?? this.uploadId;
    } else return false;
    return true;
  }

  /** Reads the new ids after the server moved the upload to the personal library: it has another item and link there. */
  private learnNames({ headers }: Response): void {
    const [itemId, shareUrl] = [headers.get("item-id"), headers.get("share-url")];
    if (!this.upload || itemId === null || shareUrl === null || itemId === this.upload.itemId) return;
    this.metadata = forHome(this.metadata);
    this.upload = { ...this.upload, itemId, shareUrl, home: true };
    this.job.onUpload(this.upload);
  }

  /** Reads the upload offset. Returns false when the upload does not exist: everything must be sent again. */
  private async ask(): Promise<boolean> {
    if (!this.upload) return false;
    // In another user's space it may exist without being accessible.
    const gone = isForHome(this.metadata) ? [404, 410] : [403, 404, 410];
    const response = await this.request(this.upload.url, { method: "HEAD", cache: "no-store" }, gone);
    const offset = Number(response.headers.get("upload-offset") ?? Number.NaN);
    // An offset larger than the recording belongs to another upload.
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
    // The old one may still exist in an ended state.
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
    // `finish` may be called while a piece is read: the piece is only the last one if it was the end before.
    const isLast = this.goal === "end" && to === this.job.source.bytes();
    if (to === available && this.goal !== "grow") await this.sendPointer(this.upload);
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

  /** Sends the recorded pointer once for each item. A server that does not accept it gets the video without it. */
  private async sendPointer({ itemId }: UploadNames): Promise<void> {
    const { pointer, destination } = this.job;
    if (!pointer || this.pointerOf === itemId) return;
    const track = await pointer();
    const url = new URL(`${API_BASE}/items/${itemId}/pointer`, destination.url);
    const init = { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(track) };
    try {
      if (track) await this.request(url.href, init);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.pointerRefusals += 1;
      if (this.pointerRefusals < POINTER_TRIES && !isFinal(error.refused)) throw error;
    }
    this.pointerOf = itemId;
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
    this.report(null);
  }

  /** Waits after a failure, longer each time. A stop and a sign-in end the pause. */
  private async pause(error: unknown): Promise<void> {
    this.failures += 1;
    const refused = error instanceof Refusal ? error.refused : { status: 0, code: null };
    // When another user's space denies access, it asks once more and then uses the personal library.
    const isTurnedAway = refused.status === 403 && !isForHome(this.metadata);
    const trouble = error instanceof SignedOut ? "signed-out" : isTurnedAway ? null : troubleOf(refused);
    // A conflict that continues is trouble, too.
    if (trouble !== null || this.failures > 3) this.report(trouble ?? "offline");
    if (this.failures >= (this.job.failuresMax ?? Infinity)) this.abort();
    const before = this.goal;
    const until = this.ports.now() + pauseMs(this.failures, trouble, Math.random());
    while (this.ports.now() < until && this.goal === before && !this.aborting.signal.aborted) {
      await this.sleep(until - this.ports.now());
      if (trouble === "signed-out" && (await this.ports.headers(this.job.destination)) !== null) return;
    }
  }

  private report(trouble: Trouble | null): void {
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

/** Computes the tus checksum of a piece, if the page can (only secure origins can). */
async function checksum(body: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  if (body.byteLength === 0 || globalThis.crypto?.subtle === undefined) return {};
  const digest = await crypto.subtle.digest("SHA-256", body);
  return { "upload-checksum": `sha256 ${base64(new Uint8Array(digest))}` };
}
