/** A style of an element or of a drawing. */
export type Styled = HTMLElement | SVGElement;

/** Has it styles of its own? Asked so, because the classes of a frame's elements are not ours. */
export const isStyled = (element: Element): element is Styled => "style" in element;

interface Change {
  value: string;
  priority: string;
}

interface Kept {
  attribute: string | null;
  /** The attribute as our changes left it: whoever changed it since is not overwritten. */
  ours: string | null;
  before: Map<string, Change>;
}

/** Styles set on elements for a while, which win over the page's own, and can be taken back to the letter. */
export class InlineStyles {
  readonly #kept = new Map<Styled, Kept>();

  /** Sets a property; the first value that it had is remembered. */
  set(element: Styled, name: string, value: string): void {
    let kept = this.#kept.get(element);
    if (!kept) {
      kept = { attribute: element.getAttribute("style"), ours: null, before: new Map() };
      this.#kept.set(element, kept);
    }
    const { style } = element;
    if (!kept.before.has(name)) kept.before.set(name, { value: style.getPropertyValue(name), priority: style.getPropertyPriority(name) });
    if (style.getPropertyValue(name) !== value || style.getPropertyPriority(name) !== "important")
      style.setProperty(name, value, "important");
    kept.ours = element.getAttribute("style");
  }

  /** Gives one property of an element back. */
  unset(element: Styled, name: string): void {
    const kept = this.#kept.get(element);
    const before = kept?.before.get(name);
    if (!kept || !before) return;
    this.#giveBack(element, name, before);
    kept.before.delete(name);
    kept.ours = element.getAttribute("style");
    if (kept.before.size === 0) this.#forget(element, kept);
  }

  /** Gives everything back: first all that is seen, then, once that holds, the transitions, so that nothing fades in. */
  restore(): void {
    const transitions = new Map<Styled, Change>();
    for (const [element, kept] of this.#kept) {
      const transition = kept.before.get("transition");
      const isUntouched = element.getAttribute("style") === kept.ours;
      for (const [name, before] of kept.before) if (name !== "transition") this.#giveBack(element, name, before);
      if (isUntouched) kept.ours = element.getAttribute("style");
      if (transition) transitions.set(element, transition);
    }
    for (const element of transitions.keys()) void getComputedStyle(element).opacity;
    for (const [element, kept] of this.#kept) {
      const isUntouched = element.getAttribute("style") === kept.ours;
      const transition = transitions.get(element);
      if (transition) this.#giveBack(element, "transition", transition);
      if (isUntouched) kept.ours = element.getAttribute("style");
      this.#forget(element, kept);
    }
  }

  #giveBack(element: Styled, name: string, { value, priority }: Change): void {
    if (value === "") element.style.removeProperty(name);
    else element.style.setProperty(name, value, priority);
  }

  /** The attribute gets its old spelling again, unless somebody else wrote to it meanwhile. */
  #forget(element: Styled, kept: Kept): void {
    this.#kept.delete(element);
    if (element.getAttribute("style") !== kept.ours) return;
    if (kept.attribute === null) element.removeAttribute("style");
    else if (kept.attribute !== kept.ours) element.setAttribute("style", kept.attribute);
  }
}
