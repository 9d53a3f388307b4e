import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "./app-error.ts";

/** Bounds of a form, beside the file itself, whose size its receiver bounds. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 8 * 1024;
const PARTS_MAX = 30;
const HEADER_BYTES_MAX = 8 * 1024;
const PREAMBLE_BYTES_MAX = 8 * 1024;
/** How much of a refused body is still read, so that the client gets to read our answer, and for how long. */
const DRAIN_BYTES_MAX = 16 * 1024 * 1024;
const DRAIN_MS_MAX = 3_000;

const CRLF = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");
const CR = 13;

/** A file inside a form, while it comes in. `body` can be read once. */
export interface IncomingFile {
  fieldName: string;
  /** What the client called it, reduced to a harmless base name; may be empty. */
  fileName: string;
  body: AsyncIterable<Uint8Array>;
}

/** What becomes of the files of a form. */
export interface FileReceiver<T> {
  /**
   * Takes the bytes as they come. Must leave nothing behind when it rejects.
   * @param fields the texts that stood before the file, so that what cannot be used is refused before its bytes are read
   */
  receive(file: IncomingFile, fields: ReadonlyMap<string, string>): Promise<T>;
  /** Undoes `receive` when the rest of the form turns out to be unusable. */
  discard(received: T): Promise<void>;
}

/** What a form may hold. */
export interface FormOptions {
  /** Names of the file fields that are taken, each once. Without it, one file under any name. */
  files?: readonly string[];
  /** Bytes that longer texts may have, by their field's name; all others have {@link FIELD_BYTES_MAX} at most. */
  textBytes?: Readonly<Record<string, number>>;
}

/** A file that was received. */
export interface ReceivedFile<T> {
  fieldName: string;
  fileName: string;
  received: T;
}

/** A form that was read to its end. `file` is the first of `files`, null when there was none. */
export interface Form<T> {
  fields: ReadonlyMap<string, string>;
  file: ReceivedFile<T> | null;
  /** By the field's name. */
  files: ReadonlyMap<string, ReceivedFile<T>>;
}

/** Lets multipart bodies through to the handlers of this scope, unread. */
export function acceptForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser("multipart/form-data")) return;
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null, undefined));
}

/**
 * Reads a `multipart/form-data` body as a stream (RFC 7578): its files, given to the receiver as they
 * arrive, and some text fields, before or after them. Memory stays at about one network chunk and the texts.
 *
 * @param maxBytes of one file; a body that announces more than all of it may be is refused at once, without reading
 * @throws AppError `unsupported-media-type` (no form), `bad-request` (no boundary, cut off, malformed),
 * `validation-failed` (too many or too large fields, files too many), `file-too-large`, or whatever the receiver throws
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

/** The most that a whole body can have: its files, its texts, and what stands between them. */
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
 * Reads on, within bounds, what a refused client is still sending; the connection is closed after the answer if that
 * was not all. Without it the client would be cut off before it reads why.
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

/** The last segment of whatever a client calls a file, without characters that could disguise it; may be empty. */
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
  /** Null for a text field. */
  fileName: string | null;
  body: AsyncIterable<Buffer>;
}

/**
 * Cuts a body at its delimiters. It pulls: nothing is read that nobody asked for, so back-pressure needs no code,
 * and `Buffer.indexOf` searches at memory speed.
 */
class FormScanner {
  private readonly chunks: BodyChunks;
  private readonly delimiter: Buffer;
  /** Read but not yet used. The leading line break lets the first delimiter look like all others. */
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
      // What stands behind the last delimiter is nobody's; read it so that the connection can be used again.
      while ((await this.chunks.next()) !== null);
    } finally {
      this.chunks.release();
    }
  }

  /** After a delimiter: true at the start of a part, false at the end of the form. */
  private async atPart(): Promise<boolean> {
    while (this.pending.length < 2) await this.fill();
    if (this.pending[0] === 0x2d && this.pending[1] === 0x2d) return false;
    // RFC 2046 allows spaces and tabs behind a delimiter.
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

  /** The bytes up to the next delimiter, which is swallowed. */
  private async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.pending.indexOf(this.delimiter);
      if (found !== -1) {
        const last = this.pending.subarray(0, found);
        this.pending = this.pending.subarray(found + this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // Only a CR near the end can be the beginning of a delimiter that goes on in the next chunk.
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
          // It was none: the tail goes on its way, and the next chunk needs no copying to be joined to it.
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

/** Chunks waiting to be used; beyond this the client has to wait. */
const WAITING_BYTES_MAX = 256 * 1024;

/**
 * The chunks of a body as the socket delivers them. A stream's own iterator would join what has piled up, which costs a copy
 * of every byte, and would destroy the request, and with it the socket of our answer, when somebody stops reading.
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

  /** The next chunk; null at the end. @throws AppError `bad-request` when the client went away */
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

  /** Lets go of the request, so that somebody else can read the rest. */
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

/** Name and file name of a part. A part without a name, or that is no form data, is refused. */
function dispositionOf(headers: string): { fieldName: string; fileName: string | null } {
  const line = headers.split("\r\n").find((header) => /^content-disposition\s*:/iu.test(header)) ?? "";
  const name = parameter(line, "name");
  if (!/^content-disposition\s*:\s*form-data\s*(;|$)/iu.test(line) || name === null || name.length > 200 || name.includes("\u0000")) {
    throw new AppError("bad-request", { message: "A part of the form has no usable name." });
  }
  const fileName = extendedParameter(line, "filename") ?? parameter(line, "filename");
  return { fieldName: name, fileName: fileName === null ? null : baseName(fileName) };
}

/** A parameter as browsers write it: quotes and line breaks inside are percent-encoded, some clients escape quotes. */
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

/** RFC 5987's `filename*=UTF-8''…`. */
function extendedParameter(line: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}\\*=utf-8'[^']*'([^\\s;]*)`, "iu").exec(line);
  if (!found?.[1]) return null;
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return null;
  }
}
