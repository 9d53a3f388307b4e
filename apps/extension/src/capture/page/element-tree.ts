import type { Box } from "../../shared/core/region.ts";

/** How long a name may become. */
const NAME_MOST = 40;

/** What a person would call an element of a page: its tag, its id, or its first class. */
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

/** The box of an element in the window, on whole pixels, with nothing of it cut off. */
export function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + 0.01), Math.floor(top + 0.01)];
  return { x, y, width: Math.ceil(right - 0.01) - x, height: Math.ceil(bottom - 0.01) - y };
}

function sameBox(one: Element, other: Element): boolean {
  const [a, b] = [boxOf(one), boxOf(other)];
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The element around another; one that is as large as what is in it shows nothing new and is skipped. */
export function elementAround(element: Element): Element | null {
  let parent = parentOf(element);
  while (parent && sameBox(parent, element) && parentOf(parent)) parent = parentOf(parent);
  return parent;
}

/** The first element inside another that can be seen. */
export const elementInside = (element: Element): Element | undefined => [...(element.shadowRoot ?? element).children].find(isShown);

/** The next element beside another that can be seen. */
export function elementBeside(element: Element, isBack: boolean): Element | null {
  const after = (one: Element): Element | null => (isBack ? one.previousElementSibling : one.nextElementSibling);
  let next = after(element);
  while (next && !isShown(next)) next = after(next);
  return next;
}

/** The element at a point of the window, into open shadow trees as far as there are any. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const deeper: Element | null = found.shadowRoot.elementFromPoint(x, y);
    if (!deeper || deeper === found) break;
    found = deeper;
  }
  return found;
}
