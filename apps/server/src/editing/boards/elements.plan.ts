import { BOARD_ELEMENT_BYTES_MAX, BoardElement } from "@stillreel/contract";
import { write, type Written } from "./merge.plan.ts";

/** Control characters except tab and line feed, and characters that change the direction of the text around them. */
// oxlint-disable-next-line no-control-regex -- these characters are what is removed
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Removes control and direction characters from a text on a board. */
export const cleanText = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(INVISIBLE, "").toWellFormed();

const TEXTS = ["text", "originalText", "name", "link"] as const;

/** Returns an element without control and direction characters. A changed one is a newer version, so that its sender receives it. */
function cleaned(element: BoardElement): BoardElement {
  const changes: Partial<BoardElement> = {};
  for (const field of TEXTS) {
    const text = element[field];
    if (typeof text !== "string") continue;
    const clean = cleanText(text);
    if (clean !== text) changes[field] = clean;
  }
  return Object.keys(changes).length === 0 ? element : { ...element, ...changes, version: element.version + 1 };
}

/** An element that is refused, with an error code of the API. */
export interface RefusedElement {
  /** Empty when the element has no valid id. */
  id: string;
  code: "validation-failed" | "element-too-large";
  message: string;
}

/** Elements of a message: those that can be stored, and those that are refused. */
export interface ReadElements {
  elements: Written[];
  /** Ids of elements that were changed, and must be sent back. */
  changed: string[];
  refused: RefusedElement[];
}

const idOf = (given: unknown): string => {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : undefined;
  return typeof id === "string" ? id.slice(0, 64) : "";
};

/** Reads the elements of a message. One invalid element does not affect the others. */
export function readElements(given: readonly unknown[]): ReadElements {
  const read: ReadElements = { elements: [], changed: [], refused: [] };
  for (const one of given) {
    const parsed = BoardElement.safeParse(one);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const message = issue ? `${issue.path.join(".")}: ${issue.message}` : "Not an element.";
      read.refused.push({ id: idOf(one), code: "validation-failed", message });
      continue;
    }
    const element = cleaned(parsed.data);
    const written = write(element);
    if (written.bytes > BOARD_ELEMENT_BYTES_MAX) {
      read.refused.push({ id: element.id, code: "element-too-large", message: "This object is too large for a whiteboard." });
      continue;
    }
    if (element !== parsed.data) read.changed.push(element.id);
    read.elements.push(written);
  }
  return read;
}

/** Returns the words on a board, in the order of the elements. */
export function textOf(elements: readonly BoardElement[], charactersMax: number): string {
  const texts: string[] = [];
  let left = charactersMax;
  for (const { isDeleted, text, name } of elements) {
    const words = (text ?? name ?? "").slice(0, left);
    if (isDeleted || words === "") continue;
    texts.push(words);
    left -= words.length + 1;
    if (left <= 0) break;
  }
  return texts.join("\n");
}
