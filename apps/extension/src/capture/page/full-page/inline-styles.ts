/** An HTML or SVG element with inline styles. */
export type Styled = HTMLElement | SVGElement;

/** Returns whether an element has inline styles. A class check would fail for elements of frames. */
export const isStyled = (element: Element): element is Styled => "style" in element;

interface Change {
  value: string;
  priority: string;
}

interface SavedStyle {
  attribute: string | null;
  /** The attribute after our last change; a value that the page changed since is not overwritten. */
  ours: string | null;
  before: Map<string, Change>;
}

/** Temporary inline styles that override the page's styles and can be reverted exactly. */
export class InlineStyles {
  readonly #saved = new Map<Styled, SavedStyle>();

  /** Sets a property and remembers its first original value. */
  set(element: Styled, name: string, value: string): void {
    let saved = this.#saved.get(element);
    if (!saved) {
      saved = { attribute: element.getAttribute("style"), ours: null, before: new Map() };
      this.#saved.set(element, saved);
    }
    const { style } = element;
    if (!saved.before.has(name)) saved.before.set(name, { value: style.getPropertyValue(name), priority: style.getPropertyPriority(name) });
    if (style.getPropertyValue(name) !== value || style.getPropertyPriority(name) !== "important")
      style.setProperty(name, value, "important");
    saved.ours = element.getAttribute("style");
  }

  /** Restores one property of an element. */
  unset(element: Styled, name: string): void {
    const saved = this.#saved.get(element);
    const before = saved?.before.get(name);
    if (!saved || !before) return;
    this.#giveBack(element, name, before);
    saved.before.delete(name);
    saved.ours = element.getAttribute("style");
    if (saved.before.size === 0) this.#forget(element, saved);
  }

  /** Restores all properties: visible ones first, transitions last, so that no transition runs. */
  restore(): void {
    const transitions = new Map<Styled, Change>();
    for (const [element, saved] of this.#saved) {
      const transition = saved.before.get("transition");
      const isUntouched = element.getAttribute("style") === saved.ours;
      for (const [name, before] of saved.before) if (name !== "transition") this.#giveBack(element, name, before);
      if (isUntouched) saved.ours = element.getAttribute("style");
      if (transition) transitions.set(element, transition);
    }
    for (const element of transitions.keys()) void getComputedStyle(element).opacity;
    for (const [element, saved] of this.#saved) {
      const isUntouched = element.getAttribute("style") === saved.ours;
      const transition = transitions.get(element);
      if (transition) this.#giveBack(element, "transition", transition);
      if (isUntouched) saved.ours = element.getAttribute("style");
      this.#forget(element, saved);
    }
  }

  #giveBack(element: Styled, name: string, { value, priority }: Change): void {
    if (value === "") element.style.removeProperty(name);
    else element.style.setProperty(name, value, priority);
  }

  /** Restores the original attribute text unless the page has changed it meanwhile. */
  #forget(element: Styled, saved: SavedStyle): void {
    this.#saved.delete(element);
    if (element.getAttribute("style") !== saved.ours) return;
    if (saved.attribute === null) element.removeAttribute("style");
    else if (saved.attribute !== saved.ours) element.setAttribute("style", saved.attribute);
  }
}
