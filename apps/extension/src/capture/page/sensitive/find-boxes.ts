import { findMatches, type SensitiveKind } from "./matchers.ts";
import type { Clipper, FoundBox, FoundInPage } from "../../core/sensitive-boxes.ts";
import type { Box } from "../../../shared/core/region.ts";

/** Longer texts are searched partially: they are not readable in a picture. */
const TEXT_MAX = 200_000;
/** Maximum number of boxes; more would not help the user. */
const BOXES_MAX = 1_000;
/** Maximum processing time in the page, in milliseconds. */
const WAIT_MAX_MS = 1_500;

/** Sensitive kind of fields by their `autocomplete` tokens. */
const FIELD_KINDS: Readonly<Record<string, SensitiveKind>> = {
  "cc-number": "card",
  "cc-csc": "card",
  "cc-exp": "card",
  email: "email",
  tel: "phone",
  "tel-national": "phone",
  "current-password": "password",
  "new-password": "password",
  "one-time-code": "password",
};
const FIELD_TYPES: Readonly<Record<string, SensitiveKind>> = { password: "password", email: "email", tel: "phone" };

const CODE = "pre,code,kbd,samp,textarea,input,[contenteditable]";
const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TITLE", "HEAD", "OPTION"]);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Position of a frame in the top viewport and its visible part. */
interface FrameAt {
  dx: number;
  dy: number;
  clippers: number[];
  isFixed: boolean;
}

/*
 * Node types are checked by type and name: nodes of a frame are not instances of this window's classes.
 */
const isElement = (node: Node | null): node is Element => node?.nodeType === Node.ELEMENT_NODE;
const isShadowRoot = (node: Node | null): node is ShadowRoot => node?.nodeType === Node.DOCUMENT_FRAGMENT_NODE && "host" in node;

/** Returns the shadow root of an element, including closed ones where the browser allows it. */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!element.localName.includes("-")) return null;
  try {
    return chrome.dom?.openOrClosedShadowRoot(element as HTMLElement) ?? null;
  } catch {
    return null;
  }
}

const parentOf = (node: Node): Element | null => {
  const parent = isElement(node) ? (node.assignedSlot ?? node.parentNode) : node.parentNode;
  if (isShadowRoot(parent)) return parent.host;
  return isElement(parent) ? parent : null;
};

/** One search of a page. Results per element are cached for the texts that it contains. */
class Search {
  readonly boxes: FoundBox[] = [];
  readonly clippers: Clipper[] = [];
  readonly #began = performance.now();
  readonly #around = new Map<Element, { clippers: number[]; isFixed: boolean }>();
  readonly #blocks = new Map<Element, Element>();

  get isOver(): boolean {
    return this.boxes.length >= BOXES_MAX || performance.now() - this.#began > WAIT_MAX_MS;
  }

  /** Returns the clipping ancestors of an element and whether it is fixed; a frame's document inherits from the frame. */
  around(element: Element, frame: FrameAt): { clippers: number[]; isFixed: boolean } {
    const known = this.#around.get(element);
    if (known) return known;
    const parent = parentOf(element);
    const outer = parent ? this.around(parent, frame) : frame;
    const style = getComputedStyle(element);
    let { clippers, isFixed } = outer;
    const isRoot = element === element.ownerDocument.documentElement || element === element.ownerDocument.body;
    if (style.position === "fixed") ({ clippers, isFixed } = { clippers: frame.clippers, isFixed: true });
    if (!isRoot && (style.overflowX !== "visible" || style.overflowY !== "visible") && element.clientWidth > 0) {
      const rect = element.getBoundingClientRect();
      this.clippers.push({
        view: {
          x: rect.x + element.clientLeft + frame.dx,
          y: rect.y + element.clientTop + frame.dy,
          width: element.clientWidth,
          height: element.clientHeight,
        },
        scrollX: element.scrollLeft,
        scrollY: element.scrollTop,
        scrollWidth: element.scrollWidth,
        scrollHeight: element.scrollHeight,
      });
      clippers = [this.clippers.length - 1, ...clippers];
    }
    const found = { clippers, isFixed };
    this.#around.set(element, found);
    return found;
  }

  /** Returns the nearest block element: a text may continue across inline elements. */
  blockOf(element: Element): Element {
    const known = this.#blocks.get(element);
    if (known) return known;
    const parent = parentOf(element);
    const isInline = getComputedStyle(element).display.startsWith("inline") || getComputedStyle(element).display === "contents";
    const block = isInline && parent ? this.blockOf(parent) : element;
    this.#blocks.set(element, block);
    return block;
  }

  add(kind: SensitiveKind, rect: Box, element: Element, frame: FrameAt): void {
    if (rect.width < 1 || rect.height < 1 || this.boxes.length >= BOXES_MAX) return;
    const box = { x: rect.x + frame.dx, y: rect.y + frame.dy, width: rect.width, height: rect.height };
    this.boxes.push({ kind, ...box, ...this.around(element, frame) });
  }
}

/** Joins the rectangles of a line, so that a match across several elements is one box per line. */
function linesOf(rects: readonly DOMRect[]): Box[] {
  const lines: Box[] = [];
  for (const { x, y, width, height } of rects) {
    if (width < 1 || height < 1) continue;
    const line = lines.find(
      (other) => Math.min(other.y + other.height, y + height) - Math.max(other.y, y) > Math.min(other.height, height) / 2,
    );
    if (!line) {
      lines.push({ x, y, width, height });
      continue;
    }
    const [right, bottom] = [Math.max(line.x + line.width, x + width), Math.max(line.y + line.height, y + height)];
    line.x = Math.min(line.x, x);
    line.y = Math.min(line.y, y);
    line.width = right - line.x;
    line.height = bottom - line.y;
  }
  return lines;
}

/** The text of one block with its source nodes. */
interface Run {
  block: Element;
  text: string;
  parts: { node: Text; start: number }[];
}

/** Returns the rectangles of a part of a text; only of letters, never of elements in between. */
function rectsOf(run: Run, start: number, end: number): DOMRect[] {
  const rects: DOMRect[] = [];
  for (const part of run.parts) {
    const from = Math.max(start - part.start, 0);
    const to = Math.min(end - part.start, part.node.data.length);
    if (from >= to || !part.node.parentElement) continue;
    if (getComputedStyle(part.node.parentElement).visibility !== "visible") continue;
    const range = part.node.ownerDocument.createRange();
    range.setStart(part.node, from);
    range.setEnd(part.node, to);
    rects.push(...range.getClientRects());
  }
  return rects;
}

function searchRun(search: Search, run: Run, frame: FrameAt): void {
  const text = run.text.slice(0, TEXT_MAX);
  const isCode = run.block.closest(CODE) !== null;
  for (const { kind, start, end } of findMatches(text, isCode))
    for (const line of linesOf(rectsOf(run, start, end))) search.add(kind, line, run.block, frame);
}

function searchField(search: Search, field: Field, frame: FrameAt): void {
  const value = field.localName === "select" ? ((field as HTMLSelectElement).selectedOptions[0]?.text ?? "") : field.value;
  if (value === "" || field.type === "hidden" || getComputedStyle(field).visibility !== "visible") return;
  const named = field.autocomplete
    .split(/\s+/u)
    .map((token) => FIELD_KINDS[token])
    .find((kind) => kind !== undefined);
  const kind = FIELD_TYPES[field.type] ?? named ?? findMatches(value.slice(0, TEXT_MAX), true)[0]?.kind;
  if (kind) search.add(kind, field.getBoundingClientRect(), field, frame);
}

function searchFrame(search: Search, element: HTMLIFrameElement | HTMLFrameElement, frame: FrameAt): void {
  let inner: Document | null = null;
  try {
    inner = element.contentDocument;
  } catch {
    // The browser denies access to cross-origin frames.
  }
  if (!inner?.body) return;
  const rect = element.getBoundingClientRect();
  const { clippers, isFixed } = search.around(element, frame);
  const view = {
    x: rect.x + element.clientLeft + frame.dx,
    y: rect.y + element.clientTop + frame.dy,
    width: element.clientWidth,
    height: element.clientHeight,
  };
  search.clippers.push({ view, scrollX: 0, scrollY: 0, scrollWidth: view.width, scrollHeight: view.height });
  searchTree(search, inner.body, { dx: view.x, dy: view.y, clippers: [search.clippers.length - 1, ...clippers], isFixed });
}

function searchTree(search: Search, root: Element | ShadowRoot, frame: FrameAt): void {
  const runs = new Map<Element, Run>();
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    isElement(node) && SKIPPED.has(node.tagName.toUpperCase()) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node && !search.isOver; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node as Text;
      const parent = text.parentElement ?? (isShadowRoot(root) ? root.host : null);
      if (!parent || (text.data.trim() === "" && text.data.length > 2)) continue;
      const block = search.blockOf(parent);
      const run = runs.get(block) ?? { block, text: "", parts: [] };
      run.parts.push({ node: text, start: run.text.length });
      run.text += text.data;
      runs.set(block, run);
      continue;
    }
    const element = node as Element;
    if (element.localName === "br") {
      const run = runs.get(search.blockOf(element.parentElement ?? element));
      if (run) run.text += "\n";
    } else if (/^(?:input|textarea|select)$/u.test(element.localName)) searchField(search, element as Field, frame);
    else if (/^i?frame$/u.test(element.localName)) searchFrame(search, element as HTMLIFrameElement, frame);
    const shadow = shadowOf(element);
    if (shadow) searchTree(search, shadow, frame);
  }
  for (const run of runs.values()) if (!search.isOver) searchRun(search, run, frame);
}

/**
 * Searches the page for sensitive content: visible text and filled fields. Runs inside the page once. Only positions leave
 * the page, never the content.
 */
export function findBoxes(): FoundInPage {
  const search = new Search();
  const root = document.documentElement;
  if (document.body) searchTree(search, document.body, { dx: 0, dy: 0, clippers: [], isFixed: false });
  return {
    boxes: search.boxes,
    clippers: search.clippers,
    document: {
      view: { x: 0, y: 0, width: root.clientWidth, height: innerHeight },
      scrollX,
      scrollY,
      scrollWidth: root.scrollWidth,
      scrollHeight: root.scrollHeight,
    },
  };
}
