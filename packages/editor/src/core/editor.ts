import { type AnnotationDocument, lettersOf, type SensitiveBox, type Shape } from "@stillreel/contract";
import { firstSight, fitting, heldBack, seenRect, toPicture, zoomed } from "./camera.ts";
import { resizedBy, rotatedBy } from "./adjusting.ts";
import { pasteCopies, runCommand } from "./commands.ts";
import { newId, shapesOf, withChanged, withMoved, withShapes } from "./document-edits.ts";
import type {
  Camera,
  Editor,
  EditorCommand,
  EditorOptions,
  EditorState,
  KeyInput,
  Picture,
  Point,
  PointerInput,
  Rect,
  Size,
  StyleKey,
  Styles,
  TextBox,
  ToolId,
} from "./editor.types.ts";
import { center, contains, distance, wholePixels } from "./geometry.ts";
import type { Snapshot } from "./history.ts";
import { handleKey } from "./keys.ts";
import { pictureRect } from "./picture.ts";
import { shapeScale } from "./pixel-ratio.ts";
import { PointerDispatcher } from "./pointer-dispatcher.ts";
import { PictureScene } from "./render/scene.ts";
import { Screen } from "./render/screen.ts";
import { boundsOf, KINDS, kindOf } from "./shapes/index.ts";
import { EditorStore } from "./store.ts";
import { isShapeTool } from "./styles.ts";
import { loadFonts, loadFreshFonts } from "./text/fonts.ts";
import { insertShape } from "./gestures/draw.tool.ts";
import type { Bench } from "./gestures/gesture.ts";
import { setCamera, shownRect } from "./gestures/view.tool.ts";
import { Writing } from "./writing.ts";

/** Zoom factor per unit of the wheel. */
const WHEEL_ZOOM = 0.0022;
/** Space around a shape that is scrolled into view, in CSS pixels. */
const REVEAL_ROOM = 40;

/** Offset of shapes that are inserted at the same middle in a row, in CSS pixels, and the number after which the first position repeats. */
const CASCADE = { step: 24, length: 8 } as const;

/** Shapes copied in any editor of this page. */
let clipboard: readonly Shape[] = [];

/** Opens an editor of an image and its annotations. The editor then owns the image and closes it. */
export function createEditor(picture: Picture, document: AnnotationDocument, options: EditorOptions = {}): Editor {
  return new EditorCore(picture, document, options);
}

class EditorCore implements Editor, Bench {
  readonly picture: Picture;
  readonly pixelRatio: number;
  readonly store: EditorStore;
  readonly #scene: PictureScene;
  readonly #writing: Writing;
  readonly #pointers: PointerDispatcher;
  readonly #screens = new Set<Screen>();
  /** State before the live style changes. */
  #styling: Snapshot | null = null;
  /** Whether the image is fitted into the viewport and follows its size. */
  #isFitted = true;
  /** Whether the user requested the whole image, however small it becomes. */
  #isWhole = false;
  #isDisposed = false;
  /** Position of the last shape inserted by the keyboard, and the number of earlier ones. */
  #insertedAt: Point | null = null;
  #inserted = 0;

  constructor(picture: Picture, document: AnnotationDocument, { pixelRatio }: EditorOptions) {
    this.picture = picture;
    this.pixelRatio = shapeScale(picture, pixelRatio);
    this.store = new EditorStore(document, this.pixelRatio);
    this.#scene = new PictureScene(picture, document);
    this.#writing = new Writing(this.store, () => shownRect(this));
    this.#pointers = new PointerDispatcher(this, (id) => this.startEditing(id));
    this.store.subscribe(() => this.#redraw());
    void loadFonts(document.shapes.map(lettersOf)).then(() => this.#redraw());
  }

  #redraw(): void {
    if (!this.#isDisposed) for (const screen of this.#screens) screen.invalidate();
  }

  getState(): EditorState {
    return this.store.state;
  }

  subscribe(listener: () => void): () => void {
    return this.store.subscribe(listener);
  }

  setTool(tool: ToolId): void {
    if (this.#pointers.isBusy) this.#pointers.cancel();
    this.stopEditing();
    const { document, selection } = this.store.state;
    const cropping = tool === "crop" ? (this.store.state.cropping ?? document.crop ?? pictureRect(this.picture)) : null;
    this.store.set({
      tool,
      cropping,
      selection: tool === "select" || selection.length === 0 ? selection : [],
      cursor: tool === "select" ? "default" : tool === "text" ? "text" : "crosshair",
    });
  }

  pointer(input: PointerInput): void {
    if (input.kind === "down" || input.kind === "double") this.#endStyling();
    // A press beside a text ends its editing.
    if (input.kind === "down") this.stopEditing();
    if (this.#pointers.handle(input)) this.#isFitted = false;
  }

  keyDown(input: KeyInput): boolean {
    if (this.store.state.editing !== null) {
      if (input.key !== "Escape") return false;
      this.stopEditing();
      return true;
    }
    if (input.key === "Escape" && this.#pointers.cancel()) return true;
    if (input.key === " " && !input.mod) {
      this.#pointers.holdSpace(true);
      return true;
    }
    // Keys must not change the document during a gesture.
    if (this.#pointers.isBusy) return false;
    this.#endStyling();
    return handleKey(this, this.store, input);
  }

  keyUp({ key }: KeyInput): void {
    if (key === " ") this.#pointers.holdSpace(false);
  }

  wheel({ at, deltaX, deltaY, mod, shift }: { at: Point; deltaX: number; deltaY: number; mod: boolean; shift: boolean }): void {
    if (mod) return this.zoomTo(this.store.state.camera.zoom * Math.exp(-deltaY * WHEEL_ZOOM), at);
    if (shift && deltaX === 0) this.pan(deltaY, 0);
    else this.pan(deltaX, deltaY);
  }

  run(command: EditorCommand): void {
    this.#pointers.cancel();
    this.stopEditing();
    this.#endStyling();
    if (command.startsWith("zoom-")) this.#isFitted = this.#isWhole = command === "zoom-fit";
    const { crop } = this.store.state.document;
    runCommand(this, command);
    if (this.store.state.document.crop !== crop) this.#refit();
  }

  #fitted(shown: Rect, viewport: Size): Camera {
    return this.#isWhole ? fitting(shown, viewport) : firstSight(shown, viewport);
  }

  /** Fits the camera again, because another crop shows another part of the image. */
  #refit(): void {
    const { viewport, camera } = this.store.state;
    if (viewport.width === 0) return;
    const shown = shownRect(this);
    if (this.#isFitted) this.store.set({ camera: this.#fitted(shown, viewport) });
    else this.store.set({ camera: heldBack(camera, shown, viewport) });
  }

  select(ids: readonly string[]): void {
    this.stopEditing();
    const known = new Set(shapesOf(this.store.state.document, ids).map(({ id }) => id));
    if (this.store.state.tool !== "select" && ids.length > 0) this.setTool("select");
    this.store.set({ selection: [...new Set(ids)].filter((id) => known.has(id)) });
  }

  setStyle(patch: Partial<Styles>, isLive = false): void {
    const { document, selection, tool } = this.store.state;
    const shapes = shapesOf(document, selection);
    if (patch.glyph !== undefined) loadFreshFonts(patch.glyph, () => this.#redraw());
    if (shapes.length === 0 && isShapeTool(tool)) this.store.memory.remember(tool, patch);
    for (const type of new Set(shapes.map((shape) => shape.type))) {
      const keys = KINDS[type].styleKeys;
      this.store.memory.remember(type, Object.fromEntries(Object.entries(patch).filter(([key]) => keys.includes(key as StyleKey))));
    }
    if (isLive) this.#styling ??= this.store.mark();
    const changed = withChanged(
      document,
      shapes.map((shape) => kindOf(shape).styled(shape, patch)),
    );
    if (this.#styling || this.store.state.editing !== null) {
      this.store.set({ document: changed });
      if (!isLive) this.#endStyling();
    } else this.store.change(changed);
    this.store.restyle();
  }

  /** Ends live changes that were not completed. They are one undo step too. */
  #endStyling(): void {
    const mark = this.#styling;
    this.#styling = null;
    // All changes while a text is edited are one step, which ends with the editing.
    if (mark && this.store.state.editing === null) this.store.commit(mark);
  }

  styleKeys(): readonly StyleKey[] {
    const { document, selection, tool } = this.store.state;
    const types = [...new Set(shapesOf(document, selection).map(({ type }) => type))];
    if (types.length === 0 && isShapeTool(tool)) types.push(tool);
    const [first, ...others] = types.map((type) => KINDS[type].styleKeys);
    return first?.filter((key) => others.every((keys) => keys.includes(key))) ?? [];
  }

  resizeBy(width: number, height: number): void {
    const { document, selection } = this.store.state;
    this.store.changeOn("resize", withChanged(document, resizedBy(shapesOf(document, selection), width, height)));
  }

  rotateBy(degrees: number): void {
    const { document, selection } = this.store.state;
    this.store.changeOn("rotate", withChanged(document, rotatedBy(shapesOf(document, selection), degrees)));
  }

  setCropping(rect: Rect): void {
    const cropping = wholePixels(rect, pictureRect(this.picture));
    if (this.store.state.cropping && cropping.width > 0 && cropping.height > 0) this.store.set({ cropping });
  }

  toggleHidden(id: string): void {
    const { document } = this.store.state;
    this.store.change(
      withChanged(
        document,
        shapesOf(document, [id]).map((shape) => ({ ...shape, hidden: !shape.hidden })),
      ),
    );
  }

  reorder(id: string, index: number): void {
    this.store.change(withMoved(this.store.state.document, id, index));
  }

  insertDefault(tool: ToolId): void {
    if (!isShapeTool(tool)) return;
    const { camera, viewport } = this.store.state;
    const seen = center(seenRect(camera, viewport));
    const shown = shownRect(this);
    const at = contains(shown, seen) ? seen : center(shown);
    const isAgain = this.#insertedAt !== null && distance(this.#insertedAt, at) < 1;
    this.#inserted = isAgain ? (this.#inserted + 1) % CASCADE.length : 0;
    this.#insertedAt = at;
    const by = (this.#inserted * CASCADE.step) / camera.zoom;
    insertShape(this, tool, { x: at.x + by, y: at.y + by });
  }

  copyShapes(): readonly Shape[] {
    const { document, selection } = this.store.state;
    clipboard = shapesOf(document, selection);
    return clipboard;
  }

  pasteShapes(shapes: readonly Shape[] = clipboard): boolean {
    if (shapes.length === 0) return false;
    this.stopEditing();
    if (this.store.state.tool !== "select") this.setTool("select");
    pasteCopies(this, shapes);
    return true;
  }

  startEditing(id: string): void {
    this.stopEditing();
    this.write(id, this.store.mark());
  }

  write(id: string, mark: Snapshot): void {
    this.#writing.start(id, mark);
  }

  setText(text: string): void {
    this.#writing.write(text);
    // The first letter of another script may need a font that is not loaded yet.
    loadFreshFonts(text, () => this.#redraw());
  }

  stopEditing(): void {
    const { shape } = this.#writing;
    this.#writing.stop();
    // Letters of another script may need a font that is not loaded yet.
    if (shape) void loadFonts([shape.text]).then(() => this.#redraw());
  }

  textBox(): TextBox | null {
    return this.#writing.box(this.store.state.camera);
  }

  setViewport({ width, height }: Size): void {
    const { viewport, camera } = this.store.state;
    if (viewport.width === width && viewport.height === height) return;
    const size = { width, height };
    const shown = shownRect(this);
    if (width <= 0 || height <= 0) return;
    if (this.#isFitted || viewport.width === 0) return this.store.set({ viewport: size, camera: this.#fitted(shown, size) });
    // The point in the middle does not move.
    const middle = toPicture(camera, { x: viewport.width / 2, y: viewport.height / 2 });
    const moved = { zoom: camera.zoom, x: middle.x - width / camera.zoom / 2, y: middle.y - height / camera.zoom / 2 };
    this.store.set({ viewport: size, camera: heldBack(moved, shown, size) });
  }

  zoomTo(zoom: number, around?: Point): void {
    const { camera, viewport } = this.store.state;
    this.#isFitted = false;
    setCamera(this, zoomed(camera, Number.isFinite(zoom) ? zoom : 1, around ?? { x: viewport.width / 2, y: viewport.height / 2 }));
  }

  pan(dx: number, dy: number): void {
    const { camera } = this.store.state;
    this.#isFitted = false;
    setCamera(this, { zoom: camera.zoom, x: camera.x + dx / camera.zoom, y: camera.y + dy / camera.zoom });
  }

  reveal(id: string): void {
    const { document, camera, viewport } = this.store.state;
    const [shape] = shapesOf(document, [id]);
    if (!shape || viewport.width === 0) return;
    const bounds = boundsOf(shape);
    const room = REVEAL_ROOM / camera.zoom;
    const seen = seenRect(camera, viewport);
    const along = (from: number, length: number, at: number, size: number): number => {
      if (size + 2 * room > length) return at + size / 2 - length / 2;
      return Math.min(at - room, Math.max(from, at + size + room - length));
    };
    const x = along(seen.x, seen.width, bounds.x, bounds.width);
    const y = along(seen.y, seen.height, bounds.y, bounds.height);
    if (x === camera.x && y === camera.y) return;
    this.#isFitted = false;
    setCamera(this, { zoom: camera.zoom, x, y });
  }

  redact(boxes: readonly Pick<SensitiveBox, "x" | "y" | "width" | "height">[]): void {
    const { document } = this.store.state;
    const { color } = this.store.memory.of("redact");
    const shapes = boxes.map(({ x, y, width, height }): Shape => ({
      id: newId(),
      type: "redact",
      opacity: 1,
      rotation: 0,
      hidden: false,
      x,
      y,
      width,
      height,
      color,
    }));
    this.setTool("select");
    const next = withShapes(document, shapes);
    if (next !== document)
      this.store.change(
        next,
        shapes.map(({ id }) => id),
      );
  }

  replaceDocument(document: AnnotationDocument): void {
    this.#pointers.cancel();
    this.stopEditing();
    const { crop } = this.store.state.document;
    this.store.change(document, []);
    if (document.crop !== crop) this.#refit();
  }

  markSaved(): void {
    this.store.markSaved();
  }

  attach(canvas: HTMLCanvasElement): () => void {
    const screen = new Screen(canvas, this.#scene, () => this.store.state);
    this.#screens.add(screen);
    return () => {
      this.#screens.delete(screen);
      screen.close();
    };
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#pointers.cancel();
    for (const screen of this.#screens) screen.close();
    this.#screens.clear();
    this.store.close();
    this.picture.close();
  }
}
