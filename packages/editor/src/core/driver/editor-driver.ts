import type { AnnotationDocument, Shape } from "@stillreel/contract";
import { createEditor } from "../editor.ts";
import type { Editor, EditorOptions, KeyInput, Picture, PointerInput, ToolId } from "../editor.types.ts";

/** A document without shapes. */
export const EMPTY: AnnotationDocument = { version: 1, crop: null, shapes: [] };

/** Creates an image with a size and without pixels, which is enough for everything but drawing. */
export function blankPicture(width = 800, height = 600): Picture {
  return { width, height, bands: [], blob: new Blob([]), close: () => undefined };
}

type Keys = Partial<Pick<PointerInput, "shift" | "alt" | "mod" | "button" | "pointerId" | "pointerType">>;

/**
 * Simulates a user of the editor: `driver.tool("arrow").down(0, 0).move(40, 20).up()`, then read the document. Positions are
 * pixels of the image. Snapping is off unless `snaps` is called, so that positions are exact.
 */
export class EditorDriver {
  readonly editor: Editor;
  #at = { x: 0, y: 0 };
  #keys: Keys = {};
  #snaps = false;

  constructor(document: AnnotationDocument = EMPTY, picture: Picture = blankPicture(), options: EditorOptions = {}) {
    this.editor = createEditor(picture, document, options);
    this.editor.setViewport({ width: 1000, height: 1000 });
    this.editor.zoomTo(1, { x: 0, y: 0 });
  }

  get document(): AnnotationDocument {
    return this.editor.getState().document;
  }

  get shapes(): readonly Shape[] {
    return this.document.shapes;
  }

  get selection(): readonly string[] {
    return this.editor.getState().selection;
  }

  /** Returns the last drawn shape. */
  last<T extends Shape["type"]>(type: T): Extract<Shape, { type: T }> {
    const shape = this.shapes.at(-1);
    if (shape?.type !== type) throw new Error(`The last shape is ${shape?.type ?? "missing"}, not ${type}.`);
    return shape as Extract<Shape, { type: T }>;
  }

  tool(tool: ToolId): this {
    this.editor.setTool(tool);
    return this;
  }

  /** Sets the pressed keys or the pointer type from now on. */
  holding(keys: Keys): this {
    this.#keys = keys;
    return this;
  }

  snaps(): this {
    this.#snaps = true;
    return this;
  }

  down(x: number, y: number): this {
    return this.#send("down", x, y);
  }

  move(x: number, y: number): this {
    return this.#send("move", x, y);
  }

  up(x = this.#at.x, y = this.#at.y): this {
    return this.#send("up", x, y);
  }

  /** Presses, moves and releases. */
  drag(fromX: number, fromY: number, toX: number, toY: number): this {
    return this.down(fromX, fromY)
      .move((fromX + toX) / 2, (fromY + toY) / 2)
      .move(toX, toY)
      .up();
  }

  click(x: number, y: number): this {
    return this.down(x, y).up();
  }

  double(x: number, y: number): this {
    return this.click(x, y).click(x, y).#send("double", x, y);
  }

  #send(kind: PointerInput["kind"], x: number, y: number): this {
    this.#at = { x, y };
    const { camera } = this.editor.getState();
    const at = { x: (x - camera.x) * camera.zoom, y: (y - camera.y) * camera.zoom };
    const keys = { pointerId: 1, pointerType: "mouse", button: 0, shift: false, alt: false, mod: !this.#snaps, ...this.#keys } as const;
    this.editor.pointer({ kind, at, ...keys });
    return this;
  }

  /** Presses a key. {@link EditorDriver.wasUsed} has the result. */
  key(key: string, keys: Partial<Omit<KeyInput, "key">> = {}): this {
    this.wasUsed = this.editor.keyDown({ key, shift: false, alt: false, mod: false, ...keys });
    return this;
  }

  /** Whether the last key was handled. */
  wasUsed = false;
}
