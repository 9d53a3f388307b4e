import type { ReadDocument, TakeoutFolder, TakeoutItem } from "./takeout.document.ts";
import { entryOf, isOurs } from "./takeout.document.ts";

/** Maximum size of one folder or item with comments; larger ones are skipped. */
const ENTRY_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum size of the document outside of its lists. */
const FRAME_BYTES_MAX = 16 * 1024;
/** Maximum number of entries, folders and items together. */
const ENTRIES_MAX = 400_000;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...Buffer.from('"\\[]{}')] as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const LIST = /"(folders|items)"\s*:\s*$/u;

/**
 * Parses a takeout document as a stream with at most one entry in memory, so that a small zip with large content needs limited memory
 * and time. Outside of strings the document is ASCII, so it is scanned by bytes.
 */
export class DocumentReader {
  readonly #folders = new Map<string, TakeoutFolder>();
  readonly #items = new Map<string, TakeoutItem>();
  /** The document without its list entries; valid JSON on its own. */
  readonly #frame = Buffer.alloc(FRAME_BYTES_MAX);
  #frameBytes = 0;
  /** Chunks of the current entry. */
  #entry: Uint8Array[] = [];
  #entryBytes = 0;
  #entries = 0;
  #list: "folders" | "items" | null = null;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #isHopeless = false;

  /** Processes the next bytes. */
  push(chunk: Uint8Array): void {
    // Start of the current frame or entry in this chunk; bytes are not copied individually.
    let from = 0;
    for (let at = 0; at < chunk.length && !this.#isHopeless; at += 1) {
      const byte = chunk[at];
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isText = false;
      } else if (byte === QUOTE) this.#isText = true;
      else if (byte === OPEN || byte === OPEN_LIST) {
        if (this.#depth === 1) {
          this.#buffer(chunk.subarray(from, at));
          this.#list = byte === OPEN_LIST ? this.#listHere() : null;
          this.#buffer(chunk.subarray(at, at + 1));
        }
        this.#depth += 1;
        if (this.#depth === 3 && this.#list !== null) from = at;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 2 && this.#list !== null) this.#finishEntry(chunk.subarray(from, at + 1));
        if (this.#depth === 1) from = at;
      }
    }
    if (this.#depth <= 1) this.#buffer(chunk.subarray(from));
    else if (this.#depth >= 3 && this.#list !== null) this.#gather(chunk.subarray(from));
  }

  /** Returns the result. Null when the text is no takeout document. */
  finish(): ReadDocument | null {
    if (this.#isHopeless || this.#depth !== 0 || this.#isText || !isOurs(this.#frame.toString("utf8", 0, this.#frameBytes))) return null;
    return { folders: this.#folders, items: this.#items };
  }

  #buffer(bytes: Uint8Array): void {
    if (this.#frameBytes + bytes.length > FRAME_BYTES_MAX) this.#isHopeless = true;
    else this.#frame.set(bytes, this.#frameBytes);
    this.#frameBytes += bytes.length;
  }

  /** Returns the list whose opening bracket follows. */
  #listHere(): "folders" | "items" | null {
    const before = this.#frame.toString("latin1", Math.max(0, this.#frameBytes - 64), this.#frameBytes);
    return (LIST.exec(before)?.[1] ?? null) as "folders" | "items" | null;
  }

  #gather(bytes: Uint8Array): void {
    this.#entryBytes += bytes.length;
    // The producer may reuse its chunks.
    if (this.#entryBytes <= ENTRY_BYTES_MAX) this.#entry.push(Buffer.from(bytes));
    else this.#entry = [];
  }

  #finishEntry(end: Uint8Array): void {
    this.#gather(end);
    const text = this.#entryBytes <= ENTRY_BYTES_MAX ? Buffer.concat(this.#entry).toString("utf8") : "";
    this.#entry = [];
    this.#entryBytes = 0;
    this.#entries += 1;
    if (this.#entries > ENTRIES_MAX) this.#isHopeless = true;
    if (!text.startsWith("{")) return;
    if (this.#list === "folders") {
      const folder = entryOf("folder", text);
      if (folder) this.#folders.set(folder.id, folder);
    } else {
      const item = entryOf("item", text);
      if (item) this.#items.set(item.file, item);
    }
  }
}
