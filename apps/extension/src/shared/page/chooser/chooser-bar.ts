import type { ChooserView } from "../../core/chooser-view.ts";
import { barPosition, type Box } from "../../core/region.ts";
import { icon, make, set } from "../dom-nodes.ts";

/** The button bar at a chosen box. */
export interface ChooserBar {
  node: HTMLElement;
  /** Positions the bar at a box in the window; null hides it. */
  stand(box: Box | null): void;
  isAt(x: number, y: number): boolean;
  /** Returns the action of the button at a point of the window. */
  actionAt(x: number, y: number): string | undefined;
  /** Returns the action of the focused button. */
  focused(): string | undefined;
  /** Moves focus into the bar or to its next button. */
  walk(isBack: boolean): void;
}

function isOver(node: Element, x: number, y: number): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

function layButtons({ bar: name, buttons, direction }: ChooserView, act: (name: string) => void): HTMLElement {
  const bar = make("div", "bar");
  bar.dir = direction;
  set(bar, { role: "toolbar", "aria-label": name });
  for (const { act: name, label, icon: path, variant } of buttons) {
    if (name === "cancel") bar.append(make("i"));
    const button = make("button", variant);
    set(button, { type: "button", "data-act": name, title: label });
    button.append(icon(path));
    if (variant === "icon") button.setAttribute("aria-label", label);
    else button.append(make("span", "", label));
    button.addEventListener("click", () => act(name));
    bar.append(button);
  }
  return bar;
}

/**
 * Creates the bar.
 * @param act called when a button is used
 */
export function makeBar(given: ChooserView, act: (name: string) => void): ChooserBar {
  const node = layButtons(given, act);
  const buttons = [...node.querySelectorAll("button")];
  const focusedAt = (): number => buttons.findIndex((button) => button.matches(":focus"));
  return {
    node,
    stand(box) {
      node.hidden = !box;
      if (!box) return;
      const position = barPosition(box, { width: node.offsetWidth, height: node.offsetHeight }, { width: innerWidth, height: innerHeight });
      node.style.transform = `translate(${Math.round(position.x)}px,${Math.round(position.y)}px)`;
    },
    isAt: (x, y) => isOver(node, x, y),
    actionAt: (x, y) => buttons.find((button) => isOver(button, x, y))?.dataset["act"],
    focused: () => buttons[focusedAt()]?.dataset["act"],
    walk(isBack) {
      if (node.hidden) return;
      const at = focusedAt();
      buttons.at(isBack ? Math.max(at, 0) - 1 : (at + 1) % buttons.length)?.focus();
    },
  };
}
