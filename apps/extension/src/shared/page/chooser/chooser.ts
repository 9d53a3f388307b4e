import { type ChooserBar, makeBar } from "./chooser-bar.ts";
import { makeLines } from "./chooser-lines.ts";
import type { ChooserView } from "../../core/chooser-view.ts";
import { type Box, clamp, sizeText } from "../../core/region.ts";
import { make, set } from "../dom-nodes.ts";
import { laySurface, type Surface } from "../surface.ts";

/** Callbacks of the overlay. */
export interface ChooserEvents {
  /** See {@link laySurface}. */
  handle: (event: Event) => boolean;
  /** A bar button was used. */
  act: (name: string) => void;
  /** The window or its content has moved: everything must be drawn again. */
  show: () => void;
}

/** Outline, chips and bar on the overlay, drawn for a box in the window. */
export interface Chooser {
  surface: Surface;
  bar: ChooserBar;
  /** Draws the chosen box or the initial state. A faint box is a candidate, so the hint stays visible. */
  show(box: Box | null, style: { label?: string; bar: boolean; handles: boolean; faint?: boolean }): void;
  /** Shows lines through the pointer; null hides them. */
  cross(at: { x: number; y: number } | null): void;
  cursor(name: string): void;
  /** Announces a text to screen readers; null announces the instructions. */
  announce(text: string | null): void;
  /** Removes the overlay; resolves after the page was painted without it. */
  leave(): Promise<void>;
}

/** Positions the chip with the box's size: above the box, or inside when there is no room. */
function standSize(size: HTMLElement, box: Box, text: string): void {
  size.textContent = text;
  const y = box.y >= 40 ? box.y - 36 : Math.max(4, box.y + 8);
  const x = size.dir === "rtl" ? box.x + box.width - size.offsetWidth : box.x;
  size.style.left = `${clamp(x, 4, innerWidth - size.offsetWidth - 4)}px`;
  size.style.top = `${Math.min(y, innerHeight - 28)}px`;
}

/** Redraws whenever the window or its content moves, while the overlay exists. */
function redrawing({ host }: Surface, show: () => void): AbortController {
  const stop = new AbortController();
  const redraw = (): void => (host.isConnected ? show() : stop.abort());
  for (const type of ["resize", "scroll"]) addEventListener(type, redraw, { capture: true, signal: stop.signal });
  return stop;
}

/** Creates the overlay with all of its elements. */
export function layChooser(hostName: string, given: ChooserView, { handle, act, show }: ChooserEvents): Chooser {
  const surface = laySurface(hostName, given, handle);
  const { host, root } = surface;
  const lines = makeLines();
  const size = make("span", "chip");
  const hint = make("span", "chip hint", given.hint);
  size.dir = hint.dir = given.direction;
  const announcement = make("div", "said", given.hint);
  set(announcement, { role: "status", "aria-live": "polite" });
  const bar = makeBar(given, act);
  root.append(lines.node, size, hint, bar.node, announcement);
  const stop = redrawing(surface, show);

  return {
    surface,
    bar,
    show(box, style) {
      lines.show(box, style);
      size.hidden = !box;
      hint.hidden = box !== null && !style.faint;
      // Numbers and tag names are left-to-right in every language; the chip's shape is mirrored.
      if (box) standSize(size, box, `\u2066${style.label ?? ""}  ${sizeText(box)}`);
      bar.stand(style.bar ? box : null);
    },
    cross: lines.cross,
    cursor: (name) => host.style.setProperty("cursor", name, "important"),
    announce(text) {
      const next = text ?? given.hint;
      if (announcement.textContent !== next) announcement.textContent = next;
    },
    leave() {
      stop.abort();
      return surface.leave();
    },
  };
}
