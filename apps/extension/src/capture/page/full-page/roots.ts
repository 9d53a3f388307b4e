/** A tree of the page: the document, a shadow tree, or the document of a same-site frame. */
export type Root = Document | ShadowRoot;

/** Returns the shadow tree of an element, open or closed. In practice only custom elements have closed ones. */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!element.localName.includes("-")) return null;
  try {
    return chrome.dom.openOrClosedShadowRoot(element as HTMLElement) as ShadowRoot | null;
  } catch {
    return null;
  }
}

/** Returns the document of a frame if this site may access it. */
export function frameDocument(element: Element): Document | null {
  if (element.localName !== "iframe") return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** Calls `see` for every element of the document and all of its trees. Returns all trees. */
export function walk(see: (element: Element, root: Root) => void): Root[] {
  const roots: Root[] = [document];
  for (let at = 0; at < roots.length; at += 1) {
    const root = roots[at] as Root;
    for (const element of root.querySelectorAll("*")) {
      see(element, root);
      const inner = shadowOf(element) ?? frameDocument(element);
      if (inner) roots.push(inner);
    }
  }
  return roots;
}

/** Returns the parent in the flat tree: the host of a shadow tree, the slot's parent for slotted elements. */
export function flatParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : null;
}
