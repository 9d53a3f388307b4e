import type { Box } from "../../shared/core/region.ts";

/** Maximum length of a name. */
const NAME_MOST = 40;

/** Returns a readable name of an element: its tag, id or first class. */
export function nameOf(element: Element): string {
  const first = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
  const name = element.localName + first;
  return name.length > NAME_MOST ? `${name.slice(0, NAME_MOST - 1)}…` : name;
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width >= 2 && height >= 2;
};

/** Returns the box of an element in the window, rounded outward to whole pixels. */
export function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + 0.01), Math.floor(top + 0.01)];
  return { x, y, width: Math.ceil(right - 0.01) - x, height: Math.ceil(bottom - 0.01) - y };
}

function sameBox(one: Element, other: Element): boolean {
  const [a, b] = [boxOf(one), boxOf(other)];
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Returns the enclosing element; elements of the same size are skipped. */
export function elementAround(element: Element): Element | null {
  let parent = parentOf(element);
  while (parent && sameBox(parent, element) && parentOf(parent)) parent = parentOf(parent);
  return parent;
}

/** Returns the first visible child of an element. */
export const elementInside = (element: Element): Element | undefined => [...(element.shadowRoot ?? element).children].find(isShown);

/** Returns the next visible sibling of an element. */
export function elementBeside(element: Element, isBack: boolean): Element | null {
  const after = (one: Element): Element | null => (isBack ? one.previousElementSibling : one.nextElementSibling);
  let next = after(element);
  while (next && !isShown(next)) next = after(next);
  return next;
}

/** Returns the element at a point of the window, including open shadow trees. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const deeper: Element | null = found.shadowRoot.elementFromPoint(x, y);
    if (!deeper || deeper === found) break;
    found = deeper;
  }
  return found;
}
