import { BOARD_BYTES_MAX } from "@stillreel/contract";

/** Maximum size of one part: the elements, or one image in base64. White space of other programs needs room, too. */
const PART_BYTES_MAX = 3 * BOARD_BYTES_MAX;
/** Maximum number of parts. */
const PARTS_MAX = 10_000;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...Buffer.from('"\\,[]{}')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const FILES = /^\s*"files"\s*:\s*$/u;

/** A member of the document, or one of its `files`. */
export interface FilePart {
  isImage: boolean;
  key: string;
  value: unknown;
}

/** Error: the text is not a JSON object, or larger than any board. */
export class NotABoard extends Error {}

function partOf(text: string, isImage: boolean): FilePart[] {
  if (text.trim() === "") return [];
  try {
    const [entry] = Object.entries(JSON.parse(`{${text}}`) as Record<string, unknown>);
    return entry ? [{ isImage, key: entry[0], value: entry[1] }] : [];
  } catch (error) {
    throw new NotABoard("A part of the file is no JSON.", { cause: error });
  }
}

/**
 * Splits the text of an Excalidraw file into its members, with one of them in memory: the images of one board may have gigabytes. Outside of
 * strings the text is ASCII, so it is scanned by bytes.
 */
class PartScanner {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #depth = 0;
  #parts = 0;
  #isText = false;
  #isEscaped = false;
  #isInFiles = false;

  /** Returns the parts that end in this chunk. */
  push(chunk: Uint8Array): FilePart[] {
    const found: FilePart[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isText) this.#inText(byte);
      else if (byte === QUOTE) this.#isText = true;
      else if (byte === OPEN || byte === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth === 1 && byte !== OPEN) throw new NotABoard("The file is no object.");
        if (this.#depth === 1) from = at + 1;
        else if (this.#depth === 2 && byte === OPEN && FILES.test(this.#textUntil(chunk.subarray(from, at)))) {
          this.#isInFiles = true;
          this.#drop();
          from = at + 1;
        }
      } else if ((byte === COMMA && this.#depth === this.#level) || byte === CLOSE || byte === CLOSE_LIST) {
        if (this.#depth === this.#level) {
          this.#gather(chunk.subarray(from, at));
          found.push(...this.#finish());
          from = at + 1;
        }
        if (byte === COMMA) continue;
        this.#depth -= 1;
        if (this.#depth === 1) this.#isInFiles = false;
      }
    }
    this.#gather(chunk.subarray(from));
    return found;
  }

  /** @throws NotABoard when the text ended too early */
  end(): void {
    if (this.#depth !== 0 || this.#isText || this.#parts === 0) throw new NotABoard("The file is not complete.");
  }

  get #level(): number {
    return this.#isInFiles ? 2 : 1;
  }

  #inText(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  /** Returns the start of the current part, which is the name of a member. Long ones are not `files`. */
  #textUntil(rest: Uint8Array): string {
    return this.#bytes + rest.length > 64 ? "" : Buffer.concat([...this.#chunks, rest]).toString("utf8");
  }

  #gather(bytes: Uint8Array): void {
    if (this.#depth === 0 || bytes.length === 0) return;
    this.#bytes += bytes.length;
    if (this.#bytes > PART_BYTES_MAX) throw new NotABoard("A part of the file is too large.");
    // The producer may reuse its chunks.
    this.#chunks.push(Buffer.from(bytes));
  }

  #drop(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  #finish(): FilePart[] {
    const text = Buffer.concat(this.#chunks).toString("utf8");
    this.#drop();
    this.#parts += 1;
    if (this.#parts > PARTS_MAX) throw new NotABoard("The file has too many parts.");
    return partOf(text, this.#isInFiles);
  }
}

/** Yields the members of an Excalidraw file, and each of its `files` as a separate part. @throws NotABoard */
export async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FilePart, void, undefined> {
  const scanner = new PartScanner();
  for await (const chunk of bytes) yield* scanner.push(chunk);
  scanner.end();
}
