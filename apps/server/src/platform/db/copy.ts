import type pg from "pg";

/** Rows are passed on in pieces of this size. */
const PIECE_BYTES = 64 * 1024;
/** Amount of unread rows above which the connection is paused, and below which it continues. */
const HIGH_BYTES = 4 * 1024 * 1024;
const LOW_BYTES = 1024 * 1024;

/** The methods of the driver's connection that COPY needs. Its types leave them out. */
interface CopyConnection {
  readonly stream: NodeJS.ReadWriteStream & { readonly writableNeedDrain?: boolean; destroy(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What the driver calls of a statement that it did not create. */
abstract class CopyStatement {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  submit(connection: pg.Connection): void {
    (connection as unknown as CopyConnection).query(this.text);
  }
  handleRowDescription(): void {}
  handleCopyInResponse(_connection: CopyConnection): void {}
  handleCopyData(_message: { chunk: Buffer }, _connection: CopyConnection): void {}
  abstract handleCommandComplete(message: { text: string }): void;
  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
}

/** Returns the number of rows in a command tag, such as `COPY 12`. */
const rowsOf = (tag: string): number => Number(tag.split(" ").at(-1)) || 0;

/** Rows of `COPY … TO STDOUT` that wait to be read. */
class CopyOut extends CopyStatement {
  rows = 0;
  readonly #pieces: Buffer[] = [];
  #open: Buffer[] = [];
  #openBytes = 0;
  #waitingBytes = 0;
  #connection: CopyConnection | undefined;
  #failure: Error | undefined;
  #isEnded = false;
  #wake: () => void = () => {};

  #close(): void {
    if (this.#openBytes > 0) this.#pieces.push(Buffer.concat(this.#open));
    this.#open = [];
    this.#openBytes = 0;
    this.#wake();
  }
  override handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    // The driver uses the memory of the message again.
    this.#open.push(Buffer.from(chunk));
    this.#openBytes += chunk.byteLength;
    this.#waitingBytes += chunk.byteLength;
    this.#connection = connection;
    if (this.#openBytes >= PIECE_BYTES) this.#close();
    if (this.#waitingBytes > HIGH_BYTES) connection.stream.pause();
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }
  handleError(error: Error): void {
    this.#failure = error;
    this.#isEnded = true;
    this.#close();
  }
  handleReadyForQuery(): void {
    this.#isEnded = true;
    this.#close();
  }
  /** Returns the next piece, or null after the last. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece) {
        this.#waitingBytes -= piece.byteLength;
        if (this.#waitingBytes < LOW_BYTES) this.#connection?.stream.resume();
        return piece;
      }
      if (this.#failure) throw this.#failure;
      if (this.#isEnded) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
  /** Ends the connection when the reader stops early. */
  abandon(): void {
    if (!this.#isEnded) this.#connection?.stream.destroy();
  }
}

/** Resolves when a stream accepts more, or is closed. */
const drained = (stream: CopyConnection["stream"]): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const name of ["drain", "close"]) stream.off(name, end);
      resolve();
    };
    for (const name of ["drain", "close"]) stream.on(name, end);
  });

/** Sends `COPY … FROM STDIN` with the rows of a source. */
class CopyIn extends CopyStatement {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #done = Promise.withResolvers<number>();
  #rows = 0;
  #failure: unknown;

  constructor(text: string, source: AsyncIterable<Uint8Array>) {
    super(text);
    this.#source = source;
  }
  get finished(): Promise<number> {
    return this.#done.promise;
  }
  override handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }
  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#failure !== undefined) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await drained(connection.stream);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#failure = error;
      connection.sendCopyFail("The source failed.");
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = rowsOf(text);
  }
  handleError(error: Error): void {
    this.#failure ??= error;
    this.#done.reject(this.#failure as Error);
  }
  handleReadyForQuery(): void {
    this.#done.resolve(this.#rows);
  }
}

/** Reads rows with `COPY … TO STDOUT`. Returns their number. Memory stays flat when the reader is slower than the database. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(new CopyOut(statement));
  try {
    for (let piece = await copy.next(); piece !== null; piece = await copy.next()) yield piece;
    return copy.rows;
  } finally {
    copy.abandon();
  }
}

/** Writes rows with `COPY … FROM STDIN`. Returns their number. An error of the source ends the statement with that error. */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return client.query(new CopyIn(statement, source)).finished;
}
