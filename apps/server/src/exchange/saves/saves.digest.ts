import { createHash, type Hash } from "node:crypto";
import type { DigestKind, PieceBody } from "./stores/upload-store.ts";

/** Bytes of a block of the file-sync service's content hash. The size of each piece except the last is a multiple of it. */
export const BLOCK_BYTES = 4 * 1024 ** 2;
const DIGEST_BYTES = 32;

/** The hash of the bytes that are sent. It is computed while they are sent, so that they are read once. */
export interface SentDigest {
  /** Must be called before the bytes of a piece, which may be sent again after an interruption. */
  begin(offset: number): void;
  update(bytes: Uint8Array): void;
  /** Returns the hash of a file of this size in hex; null when some of its bytes were sent by an earlier attempt whose hash is unknown. */
  hex(sizeBytes: number): string | null;
  /** Returns what another attempt needs to continue from here; null when it is unknown. */
  state(): Buffer | null;
}

/** The hash that the server computed when it stored the file. */
class KnownDigest implements SentDigest {
  readonly #sha256: string;

  constructor(sha256: string) {
    this.#sha256 = sha256;
  }

  begin(): void {}

  update(): void {}

  hex(): string {
    return this.#sha256;
  }

  state(): null {
    return null;
  }
}

/** SHA-256 of all bytes, which can continue at the start and at the end of the last piece. */
class WholeDigest implements SentDigest {
  #start = { offset: 0, hash: createHash("sha256") };
  #end = { offset: 0, hash: createHash("sha256") };
  #isKnown = true;

  begin(offset: number): void {
    if (offset === this.#end.offset) this.#start = { offset, hash: this.#end.hash.copy() };
    else if (offset === this.#start.offset) this.#end = { offset, hash: this.#start.hash.copy() };
    else this.#isKnown = false;
  }

  update(bytes: Uint8Array): void {
    this.#end.hash.update(bytes);
    this.#end.offset += bytes.length;
  }

  hex(sizeBytes: number): string | null {
    return this.#isKnown && this.#end.offset === sizeBytes ? this.#end.hash.copy().digest("hex") : null;
  }

  state(): null {
    return null;
  }
}

/** SHA-256 of the joined digests of all blocks, which can continue at the start of each block. */
class BlockDigest implements SentDigest {
  readonly #blocks: Buffer[];
  #current: Hash = createHash("sha256");
  #filled = 0;
  #isKnown = true;

  constructor(stored: Uint8Array | null) {
    const bytes = Buffer.from(stored ?? []);
    this.#blocks = Array.from({ length: bytes.length / DIGEST_BYTES }, (_none, index) =>
      bytes.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES),
    );
  }

  get #offset(): number {
    return this.#blocks.length * BLOCK_BYTES + this.#filled;
  }

  begin(offset: number): void {
    if (offset === this.#offset) return;
    const count = offset / BLOCK_BYTES;
    this.#isKnown &&= Number.isInteger(count) && count <= this.#blocks.length;
    if (!this.#isKnown) return;
    this.#blocks.length = count;
    this.#filled = 0;
    this.#current = createHash("sha256");
  }

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#current.update(part);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < BLOCK_BYTES) continue;
      this.#blocks.push(this.#current.digest());
      this.#current = createHash("sha256");
      this.#filled = 0;
    }
  }

  hex(sizeBytes: number): string | null {
    if (!this.#isKnown || this.#offset !== sizeBytes) return null;
    const last = this.#filled === 0 ? [] : [this.#current.copy().digest()];
    return createHash("sha256")
      .update(Buffer.concat([...this.#blocks, ...last]))
      .digest("hex");
  }

  state(): Buffer | null {
    return this.#isKnown && this.#filled === 0 ? Buffer.concat(this.#blocks) : null;
  }
}

/**
 * Returns the hash for a service.
 * @param known SHA-256 of the whole file in hex, if the server has it
 * @param stored state of an earlier attempt
 */
export function createSentDigest(kind: DigestKind, known: string | null, stored: Uint8Array | null): SentDigest {
  if (kind === "blocks") return new BlockDigest(stored);
  return known === null ? new WholeDigest() : new KnownDigest(known);
}

/** Returns a piece whose bytes are added to a hash while they are read. */
export function digested(piece: PieceBody, digest: SentDigest): PieceBody {
  if (digest instanceof KnownDigest) return piece;
  const { stream, close } = piece;
  const reader = stream.getReader();
  const passed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        digest.update(value);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream: passed, close };
}
