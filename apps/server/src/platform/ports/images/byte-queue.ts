import { ImageError } from "../images.port.ts";

/** A parser that yields to wait for input and writes to its queue. */
export type Walk = Generator<undefined, void, undefined>;

/** Input and output of a streaming parser. Parsers `yield*` its operations; passing bytes through copies nothing. */
export class ByteQueue {
  #input: Buffer = Buffer.alloc(0);
  #output: Uint8Array[] = [];
  #ended = false;

  feed(chunk: Uint8Array): void {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#input = this.#input.length === 0 ? buffer : Buffer.concat([this.#input, buffer]);
  }

  end(): void {
    this.#ended = true;
  }

  /** Returns the output since the last call. */
  take(): Uint8Array[] {
    const output = this.#output;
    this.#output = [];
    return output;
  }

  /** Waits for `count` bytes and returns them without consuming them. */
  *peek(count: number): Generator<undefined, Buffer, undefined> {
    while (this.#input.length < count) {
      if (this.#ended) throw new ImageError("damaged", "The picture ends too early.");
      yield;
    }
    return this.#input.subarray(0, count);
  }

  /** Consumes `count` bytes. */
  *read(count: number): Generator<undefined, Buffer, undefined> {
    const bytes = yield* this.peek(count);
    this.#input = this.#input.subarray(count);
    return bytes;
  }

  /** Consumes `count` bytes and passes each piece to `each`. */
  *#drain(count: number, each: ((piece: Buffer) => void) | null): Walk {
    for (let left = count; left > 0;) {
      if (this.#input.length === 0) yield* this.peek(1);
      const piece = this.#input.subarray(0, left);
      this.#input = this.#input.subarray(piece.length);
      left -= piece.length;
      each?.(piece);
    }
  }

  *pass(count: number): Walk {
    yield* this.#drain(count, (piece) => this.#output.push(piece));
  }

  *skip(count: number): Walk {
    yield* this.#drain(count, null);
  }

  /** Replaces `count` bytes by zeros. */
  *blank(count: number): Walk {
    yield* this.#drain(count, (piece) => this.#output.push(Buffer.alloc(piece.length)));
  }

  /** Passes bytes through up to the next byte of the given value, which stays in the queue. */
  *passUntil(value: number): Walk {
    for (;;) {
      if (this.#input.length === 0) yield* this.peek(1);
      const at = this.#input.indexOf(value);
      const count = at === -1 ? this.#input.length : at;
      if (count > 0) this.#output.push(this.#input.subarray(0, count));
      this.#input = this.#input.subarray(count);
      if (at !== -1) return;
    }
  }

  write(bytes: Uint8Array): void {
    this.#output.push(bytes);
  }
}
