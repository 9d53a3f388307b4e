import type { AfterCapture } from "../captures/capture.types.ts";
import type { Chosen, OverlayView } from "./overlay.types.ts";
import { barPlace, type Box, clamp, HANDLES, handleAt, sizeText, within } from "./region.ts";
import type { Scroller } from "./scroller.ts";
import { draw, laySurface, make, set, type Surface, tell } from "./surface.ts";

/** Lines, chips and bar on the glass, drawn for a box in the window. */
export interface Chooser {
  surface: Surface;
  /** Draws the chosen box, or the state before there is one. */
  show(box: Box | null, look: { label?: string; bar: boolean; handles: boolean; faint?: boolean }): void;
  /** Lines through the pointer; null hides them. */
  cross(at: { x: number; y: number } | null): void;
  hint(isShown: boolean): void;
  say(text: string): void;
  /** Which button of the bar lies under a point of the window? */
  buttonAt(x: number, y: number): HTMLButtonElement | null;
  isOnBar(x: number, y: number): boolean;
  /** Moves the keyboard into the bar, or on in it. */
  walk(isBack: boolean): void;
  focused(): HTMLButtonElement | null;
  /** Leaves the page and tells the worker what was chosen. */
  take(box: Box, scroller: Scroller, action: AfterCapture | null): void;
  /** Leaves the page; nothing was chosen. */
  cancel(): void;
}

function icon(path: string): SVGElement {
  const svg = draw("svg", { viewBox: "0 0 24 24", width: 17, height: 17, fill: "none", stroke: "currentColor", "stroke-width": 1.9 });
  set(svg, { "aria-hidden": "true", "stroke-linecap": "round", "stroke-linejoin": "round" });
  svg.append(draw("path", { d: path }));
  return svg;
}

function isOver(node: Element, x: number, y: number): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

function makeBar({ texts, icons, direction }: OverlayView, act: (name: string) => void): HTMLElement {
  const bar = make("div", "bar");
  bar.dir = direction;
  set(bar, { role: "toolbar", "aria-label": texts.bar });
  for (const name of ["link", "editor", "copy", "download", "cancel"] as const) {
    if (name === "cancel") bar.append(make("i"));
    const button = make("button", name === "link" ? "main" : "");
    set(button, { type: "button", "data-act": name, title: texts[name] });
    button.append(icon(icons[name]));
    if (name === "link" || name === "editor") button.append(make("span", "", texts[name]));
    else button.setAttribute("aria-label", texts[name]);
    button.addEventListener("click", () => act(name));
    bar.append(button);
  }
  return bar;
}

/**
 * Lays the glass and all that is drawn on it.
 * @param hear see {@link laySurface}
 * @param act told when a button of the bar is used
 */
export function layChooser(hostName: string, given: OverlayView, hear: (event: Event) => boolean, act: (name: string) => void): Chooser {
  const surface = laySurface(hostName, given, hear);
  const lines = draw("svg", { class: "lines", "aria-hidden": "true" });
  const dim = draw("path", { class: "dim", "fill-rule": "evenodd" });
  const [edge, dash] = [draw("rect", { class: "edge" }), draw("rect", { class: "dash" })];
  const handles = HANDLES.map(() => draw("rect", { class: "handle", width: 12, height: 12, rx: 2 }));
  const cross = draw("path", { class: "cross" });
  lines.append(dim, edge, dash, ...handles, cross);
  const size = make("span", "chip");
  const hint = make("span", "chip hint", given.texts.hint);
  size.dir = hint.dir = given.direction;
  const said = make("div", "said", given.texts.hint);
  set(said, { role: "status", "aria-live": "polite" });
  const bar = makeBar(given, act);
  surface.root.append(lines, size, hint, bar, said);
  const view = (): { width: number; height: number } => ({ width: innerWidth, height: innerHeight });

  return {
    surface,
    show(box, look) {
      const { width, height } = view();
      const whole = `M0 0H${width}V${height}H0Z`;
      dim.classList.toggle("faint", !box || look.faint === true);
      set(dim, { d: box ? `${whole}M${box.x} ${box.y}H${box.x + box.width}V${box.y + box.height}H${box.x}Z` : whole });
      for (const node of [edge, dash, ...handles]) node.toggleAttribute("hidden", !box);
      size.hidden = !box;
      bar.hidden = !box || !look.bar;
      if (!box) return;
      for (const node of [edge, dash]) set(node, { x: box.x, y: box.y, width: box.width, height: box.height });
      HANDLES.forEach((handle, index) => {
        const at = handleAt(box, handle);
        const node = handles[index];
        if (!node) return;
        set(node, { x: at.x - 6, y: at.y - 6 });
        node.toggleAttribute("hidden", !look.handles);
      });
      size.textContent = `${look.label ?? ""}  ${sizeText(box)}`.trim();
      const chipY = box.y - 36 >= 4 ? box.y - 36 : Math.max(4, box.y + 8);
      const chipX = given.direction === "rtl" ? box.x + box.width - size.offsetWidth : box.x;
      size.style.left = `${clamp(chipX, 4, width - size.offsetWidth - 4)}px`;
      size.style.top = `${Math.min(chipY, height - 28)}px`;
      if (bar.hidden) return;
      const place = barPlace(box, { width: bar.offsetWidth, height: bar.offsetHeight }, { width, height });
      bar.style.transform = `translate(${Math.round(place.x)}px,${Math.round(place.y)}px)`;
    },
    cross(at) {
      const { width, height } = view();
      set(cross, { d: at ? `M0 ${at.y + 0.5}H${width}M${at.x + 0.5} 0V${height}` : "" });
    },
    hint(isShown) {
      hint.hidden = !isShown;
    },
    say(text) {
      if (said.textContent !== text) said.textContent = text;
    },
    buttonAt: (x, y) => [...bar.querySelectorAll("button")].find((button) => isOver(button, x, y)) ?? null,
    isOnBar: (x, y) => isOver(bar, x, y),
    walk(isBack) {
      if (bar.hidden) return;
      const all = [...bar.querySelectorAll("button")];
      const at = all.indexOf(surface.root.activeElement as HTMLButtonElement);
      const next = at < 0 ? (isBack ? all.length - 1 : 0) : (at + (isBack ? -1 : 1) + all.length) % all.length;
      all[next]?.focus();
    },
    focused: () => (surface.root.activeElement instanceof HTMLButtonElement ? surface.root.activeElement : null),
    take(box, scroller, action) {
      const screen = view();
      const whole = { x: 0, y: 0, ...screen };
      const seen = within(box, whole);
      const isInView = seen.width === box.width && seen.height === box.height;
      const offset = scroller.offset();
      const inContent = within({ ...box, x: box.x + offset.x, y: box.y + offset.y }, scroller.content());
      const chosen: Chosen = { session: given.session, action, box: isInView ? box : inContent, isInView, view: screen };
      void surface.leave().then(() => tell("page.chosen", chosen));
    },
    cancel() {
      void surface.leave().then(() => tell("page.cancelled", { session: given.session }));
    },
  };
}
