import type { Point, PointerInput } from "./editor.types.ts";
import { isShapeTool } from "./styles.ts";
import { cropCursor, Cropping } from "./gestures/crop.tool.ts";
import { startDrawing } from "./gestures/draw.tool.ts";
import type { Bench, Gesture } from "./gestures/gesture.ts";
import { pressAt, selectionHandle, shapeAt, startSelecting } from "./gestures/select.tool.ts";
import { Panning, Pinching } from "./gestures/view.tool.ts";

/** Receives all pointers of an editor and starts their gestures. At most one gesture is active. */
export class PointerDispatcher {
  readonly #bench: Bench;
  readonly #startEditing: (id: string) => void;
  #gesture: Gesture | null = null;
  #pinching: Pinching | null = null;
  /** The pointer of the active gesture. */
  #owner: number | null = null;
  #isSpaceHeld = false;
  readonly #fingers = new Map<number, Point>();

  constructor(bench: Bench, startEditing: (id: string) => void) {
    this.#bench = bench;
    this.#startEditing = startEditing;
  }

  get isBusy(): boolean {
    return this.#gesture !== null;
  }

  /** Handles a pointer event. Returns true when the user moved the camera. */
  handle(input: PointerInput): boolean {
    switch (input.kind) {
      case "down":
        return this.#down(input);
      case "move":
        return this.#move(input);
      case "up":
        return this.#up(input);
      case "cancel":
        this.#fingers.delete(input.pointerId);
        this.#pinching = null;
        if (input.pointerId === this.#owner) this.cancel();
        return false;
      case "double":
        this.#double(input);
        return false;
    }
  }

  #down(input: PointerInput): boolean {
    if (input.pointerType === "touch") {
      this.#fingers.set(input.pointerId, input.at);
      const [first, second] = [...this.#fingers.values()];
      if (first && second) {
        // The first finger started this pinch, and no drawing.
        this.cancel();
        this.#pinching = new Pinching(this.#bench, [first, second]);
        return true;
      }
    }
    if (this.#gesture) return false;
    const press = pressAt(this.#bench, input);
    this.#owner = input.pointerId;
    const { tool } = this.#bench.store.state;
    if (input.button === 1 || this.#isSpaceHeld) this.#gesture = new Panning(this.#bench, press);
    else if (input.button === 2) this.#selectForMenu(input);
    else if (tool === "crop") this.#gesture = new Cropping(this.#bench, press);
    else if (isShapeTool(tool)) this.#gesture = startDrawing(this.#bench, tool, press);
    else this.#gesture = startSelecting(this.#bench, press);
    this.#showCursor(input);
    return false;
  }

  /** Selects the shape below the secondary button, which opens a menu. */
  #selectForMenu(input: PointerInput): void {
    const { store } = this.#bench;
    const hit = shapeAt(this.#bench, pressAt(this.#bench, input));
    if (store.state.tool !== "select" || (hit && store.state.selection.includes(hit.id))) return;
    store.set({ selection: hit ? [hit.id] : [] });
  }

  #move(input: PointerInput): boolean {
    if (this.#fingers.has(input.pointerId)) this.#fingers.set(input.pointerId, input.at);
    const [first, second] = [...this.#fingers.values()];
    if (this.#pinching && first && second) {
      this.#pinching.move([first, second]);
      return true;
    }
    if (this.#gesture && input.pointerId === this.#owner) {
      this.#gesture.move(pressAt(this.#bench, input));
      return this.#gesture instanceof Panning;
    }
    this.#showCursor(input);
    return false;
  }

  #up(input: PointerInput): boolean {
    this.#fingers.delete(input.pointerId);
    if (this.#pinching) {
      if (this.#fingers.size < 2) this.#pinching = null;
      return true;
    }
    if (!this.#gesture || input.pointerId !== this.#owner) return false;
    const gesture = this.#gesture;
    // Ending a gesture may choose another tool, which cancels the active gesture. This one is already complete.
    this.#gesture = null;
    gesture.end(pressAt(this.#bench, input));
    this.#showCursor(input);
    return gesture instanceof Panning;
  }

  #double(input: PointerInput): void {
    const { tool } = this.#bench.store.state;
    if (tool !== "select" || this.#gesture) return;
    const hit = shapeAt(this.#bench, pressAt(this.#bench, input));
    if (hit?.type === "text" || hit?.type === "callout") this.#startEditing(hit.id);
  }

  /** Cancels the active gesture. Returns false when there is none. */
  cancel(): boolean {
    const gesture = this.#gesture;
    if (!gesture) return false;
    this.#gesture = null;
    gesture.cancel();
    this.#setCursor("default");
    return true;
  }

  /** Sets whether Space is pressed: then drags move the image. */
  holdSpace(isHeld: boolean): void {
    if (this.#isSpaceHeld === isHeld) return;
    this.#isSpaceHeld = isHeld;
    if (!this.#gesture) this.#setCursor(isHeld ? "grab" : this.#restingCursor());
  }

  #restingCursor(): string {
    const { tool } = this.#bench.store.state;
    return tool === "select" ? "default" : tool === "text" ? "text" : "crosshair";
  }

  #showCursor(input: PointerInput): void {
    const { store } = this.#bench;
    const { tool, cropping, camera } = store.state;
    if (this.#gesture?.cursor) return this.#setCursor(this.#gesture.cursor);
    if (this.#isSpaceHeld) return this.#setCursor("grab");
    // Fingers do not hover.
    if (this.#gesture || input.pointerType === "touch") return;
    const press = pressAt(this.#bench, input);
    if (cropping) return this.#setCursor(cropCursor(cropping, press, camera.zoom));
    if (tool !== "select") return this.#setCursor(this.#restingCursor());
    this.#setCursor(selectionHandle(this.#bench, press)?.cursor ?? (shapeAt(this.#bench, press) ? "move" : "default"));
  }

  #setCursor(cursor: string): void {
    if (this.#bench.store.state.cursor !== cursor) this.#bench.store.set({ cursor });
  }
}
