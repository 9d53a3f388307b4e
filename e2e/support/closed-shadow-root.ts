import type { CDPSession, Page } from "playwright-core";

/** Timeout until an element is visible and stops moving, in milliseconds. */
const STILL_MS = 10_000;

/** A DOM node as the browser's debugger returns it. */
interface DomNode {
  nodeId: number;
  localName: string;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

/** An element in a closed shadow root, as a user perceives it. */
export interface ShadowElement {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  isSeen: boolean;
  isFocused: boolean;
  /** Visible tooltip, or an empty text. */
  tooltip: string;
  /** Content of a canvas as a data URL. */
  picture: string;
}

const attribute = ({ attributes = [] }: DomNode, name: string): string | undefined => {
  const at = attributes.findIndex((value, index) => index % 2 === 0 && value === name);
  return at < 0 ? undefined : attributes[at + 1];
};

function all(node: DomNode, is: (node: DomNode) => boolean): DomNode[] {
  const inside = [...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap((child) => all(child, is));
  return is(node) ? [node, ...inside] : inside;
}

const INSPECT = `function () {
  const { x, y, width, height } = this.getBoundingClientRect();
  let opacity = 1;
  for (let node = this; node instanceof Element; node = node.parentElement) opacity *= Number(getComputedStyle(node).opacity);
  const isSeen = width > 0 && height > 0 && opacity > 0.9 && getComputedStyle(this).visibility === "visible";
  const after = getComputedStyle(this, "::after");
  const tooltip = after.opacity === "1" && after.content.startsWith('"') ? JSON.parse(after.content) : "";
  const picture = this instanceof HTMLCanvasElement ? this.toDataURL() : "";
  return { text: this.innerText ?? "", x, y, width, height, isSeen, isFocused: this.matches(":focus"), tooltip, picture };
}`;

/**
 * Reads the closed shadow root of one of our elements through the browser's debugger, because no script of a page can.
 * @param host element name
 */
export class ClosedShadowRoot {
  readonly #page: Page;
  readonly #host: string;
  #cdp: CDPSession | null = null;

  constructor(page: Page, host: string) {
    this.#page = page;
    this.#host = host;
  }

  /** Returns the first visible node, else the first one, or null when there is none. */
  async #find(is: (node: DomNode) => boolean): Promise<ShadowElement | null> {
    this.#cdp ??= await this.#page.context().newCDPSession(this.#page);
    const { root } = (await this.#cdp.send("DOM.getDocument", { depth: -1, pierce: true })) as unknown as { root: DomNode };
    const [host] = all(root, ({ localName }) => localName === this.#host);
    const things: ShadowElement[] = [];
    for (const node of host ? all(host, is) : []) {
      const thing = await this.#inspect(node);
      if (thing.isSeen) return thing;
      things.push(thing);
    }
    return things[0] ?? null;
  }

  async #inspect({ nodeId }: DomNode): Promise<ShadowElement> {
    const cdp = this.#cdp as CDPSession;
    const { object } = await cdp.send("DOM.resolveNode", { nodeId });
    const objectId = object.objectId as string;
    const { result } = await cdp.send("Runtime.callFunctionOn", { objectId, functionDeclaration: INSPECT, returnByValue: true });
    return result.value as ShadowElement;
  }

  /** Returns the first node with a class, or null. */
  byClass(name: string): Promise<ShadowElement | null> {
    return this.#find((node) => attribute(node, "class")?.split(" ").includes(name) === true);
  }

  /** Returns the node with an accessible name, or null. */
  byName(name: string): Promise<ShadowElement | null> {
    return this.#find((node) => attribute(node, "aria-label") === name);
  }

  /** Clicks a button with the mouse. */
  async press(name: string): Promise<void> {
    const at = await this.#middleOf(name);
    await this.#page.mouse.click(at.x, at.y);
  }

  /** Drags an element by the given CSS pixels. */
  async drag(name: string, dx: number, dy: number): Promise<void> {
    const at = await this.#middleOf(name);
    await this.#page.mouse.move(at.x, at.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(at.x + dx / 2, at.y + dy / 2);
    await this.#page.mouse.move(at.x + dx, at.y + dy);
    await this.#page.mouse.up();
  }

  /** Returns the middle of an element, once it is visible and stops moving. */
  async #middleOf(name: string): Promise<{ x: number; y: number }> {
    const deadline = Date.now() + STILL_MS;
    let before = "";
    for (;;) {
      const thing = await this.byName(name);
      const position = JSON.stringify([thing?.x, thing?.y, thing?.width, thing?.height]);
      if (thing?.isSeen && position === before) return { x: thing.x + thing.width / 2, y: thing.y + thing.height / 2 };
      if (Date.now() > deadline) throw new Error(`There is no "${name}" to be pressed in ${this.#host}.`);
      before = thing?.isSeen ? position : "";
      await this.#page.waitForTimeout(50);
    }
  }
}
