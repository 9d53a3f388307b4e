/** A style of an element or of a drawing. */
export type Styled = HTMLElement | SVGElement;

/** Has it styles of its own? Asked so, because the classes of a frame's elements are not ours. */
export const isStyled = (element: Element): element is Styled => "style" in element;

interface Change {
  value: string;
  priority: string;
}

interface SavedStyle {
  attribute: string | null;
  /** The attribute as our changes left it: whoever changed it since is not overwritten. */
  ours: string | null;
  before: Map<string, Change>;
}

/** Styles set on elements for a while, which win over the page's own, and can be taken back to the letter. */
export class InlineStyles {
  readonly #saved = new Map<Styled, SavedStyle>();

  /** Sets a property; the first value that it had is remembered. */
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

  /** Gives one property of an element back. */
  unset(element: Styled, name: string): void {
    const saved = this.#saved.get(element);
    const before = saved?.before.get(name);
    if (!saved || !before) return;
    this.#giveBack(element, name, before);
    saved.before.delete(name);
    saved.ours = element.getAttribute("style");
    if (saved.before.size === 0) this.#forget(element, saved);
  }

  /** Gives everything back: first all that is seen, then, once that holds, the transitions, so that nothing fades in. */
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

  /** The attribute gets its old spelling again, unless somebody else wrote to it meanwhile. */
  #forget(element: Styled, saved: SavedStyle): void {
    this.#saved.delete(element);
    if (element.getAttribute("style") !== saved.ours) return;
    if (saved.attribute === null) element.removeAttribute("style");
    else if (saved.attribute !== saved.ours) element.setAttribute("style", saved.attribute);
  }
}
