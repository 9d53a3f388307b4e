/** A tree of the page: the document, an open or closed shadow tree, or the document of a frame from the same site. */
export type Root = Document | ShadowRoot;

/** An element's shadow tree, whatever its page calls it. Only custom elements keep theirs closed in practice. */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!element.localName.includes("-")) return null;
  try {
    return chrome.dom.openOrClosedShadowRoot(element as HTMLElement) as ShadowRoot | null;
  } catch {
    return null;
  }
}

/** The document of a frame, where this site may look into it. */
export function frameDocument(element: Element): Document | null {
  if (element.localName !== "iframe") return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** Calls `see` for every element of the document and of all trees in it; answers all the trees. */
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

/** The parent as it is drawn: out of a shadow tree to its host, out of a slot to where the slot stands. */
export function flatParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : null;
}
