import { answer, giveUp } from "./answer.ts";
import { layChooser } from "../../shared/page/chooser/chooser.ts";
import { boxOf, elementAround, elementAt, elementBeside, elementInside, nameOf } from "./element-tree.ts";
import type { OverlayView } from "../core/capture-chooser.ts";
import { sizeText } from "../../shared/core/region.ts";
import { mainScroller } from "./main-scroller.ts";

/** Wheel distance for one step up or down the element tree. */
const WHEEL_STEP = 60;

/** Moves through the element tree by pointer, wheel and keys, and highlights the current element. */
class ElementOverlay {
  readonly #given: OverlayView;
  readonly #isRtl: boolean;
  readonly #chooser;
  #chosen: Element | null = null;
  /** Path back to the element from which the user moved up. */
  #below: Element[] = [];
  #turned = 0;
  #last = { x: -1, y: -1 };

  constructor(given: OverlayView) {
    this.#given = given;
    this.#isRtl = given.direction === "rtl";
    this.#chooser = layChooser("stillreel-element", given, {
      handle: (event) => this.#handle(event),
      act: (name) => this.#act(name),
      show: () => this.#show(),
    });
    this.#show();
  }

  #show(): void {
    const label = this.#chosen ? nameOf(this.#chosen) : "";
    const box = this.#chosen && boxOf(this.#chosen);
    this.#chooser.show(box, { label, bar: false, handles: false, faint: true });
    if (box) this.#chooser.announce(`${label} ${sizeText(box)}`);
  }

  #choose(element: Element | null): void {
    if (element === this.#chosen) return;
    this.#chosen = element;
    this.#below = [];
    this.#show();
  }

  /** Selects the element below the overlay at a point of the window. */
  #chooseAt(x: number, y: number): void {
    const { style } = this.#chooser.surface.host;
    style.setProperty("pointer-events", "none", "important");
    const found = elementAt(x, y);
    style.removeProperty("pointer-events");
    this.#choose(found);
  }

  #up(): void {
    const around = this.#chosen && elementAround(this.#chosen);
    if (!around || !this.#chosen) return;
    this.#below.push(this.#chosen);
    this.#chosen = around;
    this.#show();
  }

  #down(): void {
    const next = this.#below.pop() ?? (this.#chosen && elementInside(this.#chosen));
    if (!next) return;
    this.#chosen = next;
    this.#show();
  }

  #beside(isBack: boolean): void {
    const next = this.#chosen && elementBeside(this.#chosen, isBack);
    if (next) this.#choose(next);
  }

  #act(name: string): void {
    const { leave } = this.#chooser;
    if (name === "cancel" || !this.#chosen) giveUp(this.#given, leave);
    else answer(this.#given, leave, boxOf(this.#chosen), mainScroller(), null);
  }

  #key({ key }: KeyboardEvent): void {
    if (key === "Escape") this.#act("cancel");
    else if (!this.#chosen) this.#chooseAt(innerWidth / 2, innerHeight / 2);
    else if (key === "Enter" || key === " ") this.#act("take");
    else if (key === "ArrowUp") this.#up();
    else if (key === "ArrowDown") this.#down();
    else if (key === "ArrowLeft" || key === "ArrowRight") this.#beside((key === "ArrowLeft") !== this.#isRtl);
  }

  #wheel(event: WheelEvent): void {
    this.#turned += event.deltaY;
    if (Math.abs(this.#turned) < WHEEL_STEP) return;
    if (this.#turned < 0) this.#up();
    else this.#down();
    this.#turned = 0;
  }

  #point({ type, clientX: x, clientY: y, button, pointerType }: PointerEvent): void {
    // A page that moves under a still pointer also sends move events: the user's path stays.
    if (type === "pointermove" && (x !== this.#last.x || y !== this.#last.y)) {
      this.#last = { x, y };
      this.#chooseAt(x, y);
    } else if (type === "pointerup" && button === 0) {
      // A touch has no preceding move event.
      if (pointerType === "touch" || !this.#chosen) this.#chooseAt(x, y);
      if (this.#chosen) this.#act("take");
    }
  }

  #handle(event: Event): boolean {
    if (event instanceof KeyboardEvent) {
      if (event.type === "keydown") this.#key(event);
    } else if (event instanceof WheelEvent) this.#wheel(event);
    else if (event instanceof PointerEvent) this.#point(event);
    return false;
  }
}

/** Lets the user choose one element of the page by pointer or keys. Runs inside the page. */
export function chooseElement(given: OverlayView): void {
  void new ElementOverlay(given);
}
