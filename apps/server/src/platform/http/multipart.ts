import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "./app-error.ts";

/** Limits for the text fields of a form. The receiver limits the size of the file. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 8 * 1024;
const PARTS_MAX = 30;
const HEADER_BYTES_MAX = 8 * 1024;
const PREAMBLE_BYTES_MAX = 8 * 1024;
/** Maximum number of bytes that are still read from a rejected body, so that the client can read the response. */
const DRAIN_BYTES_MAX = 16 * 1024 * 1024;
const DRAIN_MS_MAX = 3_000;

const CRLF = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");
const CR = 13;

/** A file of a form while it is received. `body` can be read once. */
export interface IncomingFile {
  fieldName: string;
  /** File name from the client, reduced to a safe base name. May be empty. */
  fileName: string;
  body: AsyncIterable<Uint8Array>;
}

/** Receiver for the files of a form. */
export interface FileReceiver<T> {
  /**
   * Consumes the bytes as they arrive. It must clean up everything when it rejects.
   * @param fields text fields before the file, so that invalid input is refused before the file's bytes are read
   */
  receive(file: IncomingFile, fields: ReadonlyMap<string, string>): Promise<T>;
  /** Undoes `receive` when the rest of the form is invalid. */
  discard(received: T): Promise<void>;
}

/** Limits and accepted fields of a form. */
export interface FormOptions {
  /** Names of the accepted file fields, each allowed once. If absent, one file with any name is accepted. */
  files?: readonly string[];
  /** Maximum bytes of longer text fields by field name. Other fields are limited to {@link FIELD_BYTES_MAX}. */
  textBytes?: Readonly<Record<string, number>>;
}

/** A received file. */
export interface ReceivedFile<T> {
  fieldName: string;
  fileName: string;
  received: T;
}

/** A form that was read completely. `file` is the first of `files`, or null when there was none. */
export interface Form<T> {
  fields: ReadonlyMap<string, string>;
  file: ReceivedFile<T> | null;
  /** Received files by field name. */
  files: ReadonlyMap<string, ReceivedFile<T>>;
}

/** Passes multipart bodies unread to the handlers of this scope. */
export function acceptForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser("multipart/form-data")) return;
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null, undefined));
}

/**
 * Reads a `multipart/form-data` body as a stream (RFC 7578). Files are passed to the receiver as they arrive.
 * Text fields may come before or after them. Memory use is about one network chunk plus the texts.
 *
 * @param maxBytes limit of one file. A body that announces more than the total limit is refused without reading it
 * @throws AppError `unsupported-media-type` (no form), `bad-request` (no boundary, cut off, malformed),
 * `validation-failed` (too many or too large fields, too many files), `file-too-large`, or any error of the receiver
 */
export async function readForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
  receiver: FileReceiver<T>,
  options: FormOptions = {},
): Promise<Form<T>> {
  const raw = request.raw;
  const files = new Map<string, ReceivedFile<T>>();
  try {
    const announced = Number(raw.headers["content-length"] ?? 0);
    const boundary = boundaryOf(raw.headers["content-type"]);
    if (announced > bodyBytesMax(maxBytes, options)) throw new AppError("file-too-large");
    const fields = new Map<string, string>();
    for await (const part of new FormScanner(raw, boundary).parts()) {
      const { fieldName, fileName, body } = part;
      if (fileName === null) {
        if (fields.size >= FIELDS_MAX) throw invalid(fieldName, `At most ${FIELDS_MAX} fields.`, "too_many");
        fields.set(fieldName, await readText(fieldName, body, textBytesMax(fieldName, options)));
      } else {
        assertExpected(fieldName, files, options.files);
        files.set(fieldName, { fieldName, fileName, received: await receiver.receive({ fieldName, fileName, body }, fields) });
      }
    }
    return { fields, file: files.values().next().value ?? null, files };
  } catch (error) {
    for (const { received } of files.values()) await receiver.discard(received);
    await drain(raw, reply);
    throw error;
  }
}

const textBytesMax = (fieldName: string, { textBytes }: FormOptions): number =>
  (textBytes && Object.hasOwn(textBytes, fieldName) ? textBytes[fieldName] : undefined) ?? FIELD_BYTES_MAX;

/** Returns the maximum size of the whole body: files, texts and the bytes between them. */
function bodyBytesMax(maxBytes: number, { files, textBytes = {} }: FormOptions): number {
  const texts = Object.values(textBytes).reduce((sum, bytes) => sum + bytes, FIELDS_MAX * FIELD_BYTES_MAX);
  return maxBytes * (files?.length ?? 1) + texts + 64 * 1024;
}

function assertExpected(fieldName: string, received: ReadonlyMap<string, unknown>, wanted: readonly string[] | undefined): void {
  if (wanted && !wanted.includes(fieldName))
    throw invalid(fieldName, `The file's field is called ${wanted.map((name) => `\`${name}\``).join(" or ")}.`, "unexpected");
  if (wanted ? received.has(fieldName) : received.size > 0) throw invalid(fieldName, "Only one file at a time.", "too_many");
}

/**
 * Reads and discards the rest of a rejected body, within limits. Without it the client would be disconnected before it
 * reads the reason. If the body has more bytes, the connection is closed after the response.
 */
export async function drain(raw: IncomingMessage, reply: FastifyReply): Promise<void> {
  if (raw.readableEnded || raw.complete || raw.destroyed) {
    if (!raw.destroyed) raw.resume();
    return;
  }
  await new Promise<void>((resolve) => {
    let left = DRAIN_BYTES_MAX;
    const timer = setTimeout(() => finish(), DRAIN_MS_MAX);
    const onData = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) finish();
    };
    const finish = (): void => {
      clearTimeout(timer);
      raw.off("data", onData).off("end", finish).off("close", finish);
      resolve();
    };
    raw
      .on("error", () => {})
      .on("data", onData)
      .once("end", finish)
      .once("close", finish)
      .resume();
  });
  if (!raw.complete) void reply.header("connection", "close");
}

/** Returns the last path segment of a client's file name, without misleading characters. May be empty. */
export function baseName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return plain === "." || plain === ".." ? "" : [...plain].slice(0, 200).join("");
}

function boundaryOf(contentType: string | undefined): string {
  if (!contentType || !/^multipart\/form-data\s*(;|$)/iu.test(contentType)) throw new AppError("unsupported-media-type");
  const found = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/iu.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (!boundary) throw new AppError("bad-request", { message: "The form has no boundary." });
  return boundary;
}

async function readText(name: string, body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw invalid(name, `At most ${maxBytes} bytes.`, "too_big");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.includes(0)) throw invalid(name, "NUL characters are not allowed.", "invalid_characters");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid(name, "This is not UTF-8 text.", "invalid_characters");
  }
}

interface Part {
  fieldName: string;
  /** File name, or null for a text field. */
  fileName: string | null;
  body: AsyncIterable<Buffer>;
}

/**
 * Splits a body at its delimiters. It reads only on demand, so back-pressure needs no extra code,
 * and `Buffer.indexOf` searches at memory speed.
 */
class FormScanner {
  private readonly chunks: BodyChunks;
  private readonly delimiter: Buffer;
  /** Bytes that were read but not used yet. The leading line break makes the first delimiter equal to the rest. */
  private pending: Buffer = CRLF;

  constructor(raw: IncomingMessage, boundary: string) {
    this.chunks = new BodyChunks(raw);
    this.delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  }

  async *parts(): AsyncGenerator<Part> {
    try {
      await this.skip(this.untilDelimiter(), PREAMBLE_BYTES_MAX);
      for (let count = 0; await this.atPart(); count += 1) {
        if (count >= PARTS_MAX) throw invalid("", `At most ${PARTS_MAX} parts.`, "too_many");
        const { fieldName, fileName } = dispositionOf(await this.headers());
        const body = this.untilDelimiter();
        yield { fieldName, fileName, body };
        await this.skip(body, Number.POSITIVE_INFINITY);
      }
      // Bytes after the last delimiter have no meaning. They are read so that the connection can be reused.
      while ((await this.chunks.next()) !== null);
    } finally {
      this.chunks.release();
    }
  }

  /** Reads past a delimiter. Returns true at the start of a part, false at the end of the form. */
  private async atPart(): Promise<boolean> {
    while (this.pending.length < 2) await this.fill();
    if (this.pending[0] === 0x2d && this.pending[1] === 0x2d) return false;
    // RFC 2046 allows spaces and tabs after a delimiter.
    while (this.pending[0] === 0x20 || this.pending[0] === 0x09) {
      this.pending = this.pending.subarray(1);
      if (this.pending.length < 2) await this.fill();
    }
    if (this.pending[0] !== CR || this.pending[1] !== 10) throw new AppError("bad-request", { message: "The form is malformed." });
    return true;
  }

  private async headers(): Promise<string> {
    let end = this.pending.indexOf(HEADERS_END);
    while (end === -1) {
      if (this.pending.length > HEADER_BYTES_MAX) throw new AppError("bad-request", { message: "A part's headers are too long." });
      await this.fill();
      end = this.pending.indexOf(HEADERS_END);
    }
    if (end > HEADER_BYTES_MAX) throw new AppError("bad-request", { message: "A part's headers are too long." });
    const text = this.pending.toString("utf8", 0, end);
    this.pending = this.pending.subarray(end + HEADERS_END.length);
    return text;
  }

  /** Yields the bytes up to the next delimiter and consumes the delimiter. */
  private async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.pending.indexOf(this.delimiter);
      if (found !== -1) {
        const last = this.pending.subarray(0, found);
        this.pending = this.pending.subarray(found + this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // Only a CR near the end can start a delimiter that continues in the next chunk.
      const cr = this.pending.indexOf(CR, Math.max(0, this.pending.length - this.delimiter.length + 1));
      const safe = cr === -1 ? this.pending.length : cr;
      const chunk = this.pending.subarray(0, safe);
      this.pending = this.pending.subarray(safe);
      if (chunk.length > 0) yield chunk;
      const tail = this.pending;
      const next = await this.more();
      if (tail.length > 0 && next.length >= this.delimiter.length) {
        const begins = Buffer.concat([tail, next.subarray(0, this.delimiter.length)]).indexOf(this.delimiter);
        if (begins === -1 || begins >= tail.length) {
          // It was no delimiter. The rest is yielded, so the next chunk needs no copy to join them.
          this.pending = next;
          yield tail;
          continue;
        }
      }
      this.pending = tail.length === 0 ? next : Buffer.concat([tail, next]);
    }
  }

  private async skip(body: AsyncIterable<Buffer>, maxBytes: number): Promise<void> {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError("bad-request", { message: "The form is malformed." });
    }
  }

  private async fill(): Promise<void> {
    const next = await this.more();
    this.pending = this.pending.length === 0 ? next : Buffer.concat([this.pending, next]);
  }

  private async more(): Promise<Buffer> {
    const next = await this.chunks.next();
    if (next === null) throw new AppError("bad-request", { message: "The form ends too early." });
    return next;
  }
}

/** Maximum bytes of waiting chunks. Beyond this the client is paused. */
const WAITING_BYTES_MAX = 256 * 1024;

/**
 * Yields the chunks of a body as the socket delivers them. The stream's own iterator would join waiting chunks, which
 * copies every byte. It would also destroy the request, and with it the response socket, when a reader stops early.
 */
class BodyChunks {
  private readonly raw: IncomingMessage;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private state: "open" | "ended" | "broken" = "open";
  private wake: (() => void) | null = null;

  constructor(raw: IncomingMessage) {
    this.raw = raw;
    if (raw.readableEnded) this.state = "ended";
    else if (raw.destroyed) this.state = "broken";
    raw.on("data", this.onData).on("end", this.onEnd).on("close", this.onBroken).on("error", this.onBroken);
  }

  /** Returns the next chunk, or null at the end. @throws AppError `bad-request` when the client disconnected */
  async next(): Promise<Buffer | null> {
    while (this.waiting.length === 0) {
      if (this.state === "ended") return null;
      if (this.state === "broken") throw new AppError("bad-request", { message: "The upload was cut off." });
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const chunk = this.waiting.shift() ?? null;
    this.waitingBytes -= chunk?.length ?? 0;
    if (this.waitingBytes < WAITING_BYTES_MAX && this.raw.isPaused()) this.raw.resume();
    return chunk;
  }

  /** Detaches from the request, so that other code can read the rest. */
  release(): void {
    this.raw.off("data", this.onData).off("end", this.onEnd).off("close", this.onBroken);
    this.waiting = [];
  }

  private readonly onData = (chunk: Buffer): void => {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes >= WAITING_BYTES_MAX) this.raw.pause();
    this.wakeUp();
  };

  private readonly onEnd = (): void => {
    this.state = "ended";
    this.wakeUp();
  };

  private readonly onBroken = (): void => {
    if (this.state === "open") this.state = "broken";
    this.wakeUp();
  };

  private wakeUp(): void {
    this.wake?.();
    this.wake = null;
  }
}

/** Returns the field name and file name of a part. Rejects a part that has no name or is no form data. */
function dispositionOf(headers: string): { fieldName: string; fileName: string | null } {
  const line = headers.split("\r\n").find((header) => /^content-disposition\s*:/iu.test(header)) ?? "";
  const name = parameter(line, "name");
  if (!/^content-disposition\s*:\s*form-data\s*(;|$)/iu.test(line) || name === null || name.length > 200 || name.includes("\u0000")) {
    throw new AppError("bad-request", { message: "A part of the form has no usable name." });
  }
  const fileName = extendedParameter(line, "filename") ?? parameter(line, "filename");
  return { fieldName: name, fileName: fileName === null ? null : baseName(fileName) };
}

/**
 * Reads a parameter in the browsers' format: quotes and line breaks are percent-encoded, and some clients escape
 * quotes.
 */
function parameter(line: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*))`, "iu").exec(line);
  if (!found) return null;
  const quoted = found[1];
  return quoted === undefined
    ? (found[2] ?? "")
    : quoted
        .replace(/\\"/gu, '"')
        .replace(/%22/gu, '"')
        .replace(/%0[ad]/giu, "");
}

/** Reads a parameter in the format of RFC 5987, `filename*=UTF-8''…`. */
function extendedParameter(line: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}\\*=utf-8'[^']*'([^\\s;]*)`, "iu").exec(line);
  if (!found?.[1]) return null;
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return null;
  }
}
