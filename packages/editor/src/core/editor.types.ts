import type { AnnotationDocument, SensitiveBox, Shape } from "@stillreel/contract";

/** A position in the image's pixels, or in CSS pixels from the top left of the viewport where stated. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

/** A decoded image, cut into bands to stay within the limits of canvases and textures. */
export interface Picture extends Size {
  /** From top to bottom, each over the whole width. */
  readonly bands: readonly { readonly y: number; readonly height: number; readonly bitmap: ImageBitmap }[];
  /** The encoded file. */
  readonly blob: Blob;
  /** Releases the decoded pixels. */
  close(): void;
}

/** Tools by name. `select` is the default one. */
export type ToolId =
  | "select"
  | "crop"
  | "arrow"
  | "line"
  | "rectangle"
  | "ellipse"
  | "pen"
  | "highlighter"
  | "text"
  | "callout"
  | "step"
  | "redact"
  | "blur"
  | "spotlight"
  | "magnifier"
  | "stamp";

/** Style of the next shape, and values of the property bar. Sizes are in image pixels. */
export interface Styles {
  color: string;
  strokeWidth: number;
  /** Fill color, or null for none. */
  fill: string | null;
  fontSize: number;
  bold: boolean;
  align: "start" | "middle" | "end";
  opacity: number;
  dashed: boolean;
  heads: "end" | "both";
  /** Whether a new arrow is curved. */
  curved: boolean;
  mode: "blur" | "pixelate";
  strength: number;
  round: boolean;
  dim: number;
  zoom: number;
  glyph: string;
}

/** Styles that a selection (or the next shape of a tool) has. The property bar only shows these. */
export type StyleKey = keyof Styles;

/** The visible part of the image: its pixel at the viewport's top left, and CSS pixels per image pixel. */
export interface Camera extends Point {
  zoom: number;
}

/** A line that a shape snapped to, in image pixels. */
export interface Guide {
  axis: "x" | "y";
  at: number;
  from: number;
  to: number;
}

/** An event of a mouse, pen or finger. `at` is in CSS pixels from the top left of the viewport. */
export interface PointerInput {
  kind: "down" | "move" | "up" | "cancel" | "double";
  at: Point;
  pointerId: number;
  pointerType: "mouse" | "pen" | "touch";
  /** 0 main, 1 middle, 2 secondary. */
  button: number;
  shift: boolean;
  alt: boolean;
  /** Ctrl, or Command on a Mac. */
  mod: boolean;
}

/** A key event. `key` is as in the DOM. */
export interface KeyInput {
  key: string;
  shift: boolean;
  alt: boolean;
  mod: boolean;
}

/** A text that is edited in place: its box in CSS pixels of the viewport, and its style. */
export interface TextBox {
  shapeId: string;
  rect: Rect;
  rotation: number;
  /** In CSS pixels. */
  fontSize: number;
  lineHeight: number;
  bold: boolean;
  align: "start" | "middle" | "end";
  color: string;
  background: string | null;
  text: string;
  /** Whether the box grows with the text instead of wrapping it. */
  grows: boolean;
}

/** Complete visible state of an editor. Every change creates a new object that shares its unchanged parts. */
export interface EditorState {
  readonly document: AnnotationDocument;
  readonly selection: readonly string[];
  readonly tool: ToolId;
  readonly styles: Styles;
  readonly camera: Camera;
  readonly viewport: Size;
  /** Id of the text shape that is being edited. */
  readonly editing: string | null;
  /** The crop that is being chosen, in image pixels. Null outside the crop tool. */
  readonly cropping: Rect | null;
  /** Rectangle of a selection while it is drawn. */
  readonly marquee: Rect | null;
  readonly guides: readonly Guide[];
  /** CSS cursor for the canvas. */
  readonly cursor: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the document differs from the last opened or saved one. */
  readonly isChanged: boolean;
}

/** Operations besides drawing. Each is one undo step. Those that need a selection do nothing without one. */
export type EditorCommand =
  | "undo"
  | "redo"
  | "delete"
  | "duplicate"
  | "select-all"
  | "select-none"
  | "bring-forward"
  | "send-backward"
  | "bring-to-front"
  | "send-to-back"
  | "align-left"
  | "align-center"
  | "align-right"
  | "align-top"
  | "align-middle"
  | "align-bottom"
  | "renumber-steps"
  | "restart-steps"
  | "apply-crop"
  | "cancel-crop"
  | "reset-crop"
  | "zoom-in"
  | "zoom-out"
  | "zoom-fit"
  | "zoom-100";

/**
 * One image with its annotations: document, history, tools, camera. It only accesses the DOM of its canvas. A React view
 * subscribes to it and forwards events.
 */
export interface Editor {
  readonly picture: Picture;
  /** Scale of new shapes. Offered sizes are scaled too. */
  readonly pixelRatio: number;
  getState(): EditorState;
  /** Subscribes to changes. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;

  setTool(tool: ToolId): void;
  pointer(input: PointerInput): void;
  /** Returns whether the key was handled. Undo, tools, nudging, opacity digits, order brackets, zoom, Space panning, Escape. */
  keyDown(input: KeyInput): boolean;
  keyUp(input: KeyInput): void;
  /** Handles a wheel or touch pad: pans, or with `mod` zooms around `at`. */
  wheel(input: { at: Point; deltaX: number; deltaY: number; mod: boolean; shift: boolean }): void;

  run(command: EditorCommand): void;
  select(ids: readonly string[]): void;
  /** Changes the selection and the style of the next shape. Consecutive calls with `isLive` are one undo step, ended by a call without. */
  setStyle(patch: Partial<Styles>, isLive?: boolean): void;
  /** Returns the styles of the selection, or of the tool's next shape. The values are those of the first selected shape. */
  styleKeys(): readonly StyleKey[];
  /**
   * Resizes the selection by the given image pixels. Its top left does not move (of a line: its end moves). Sizes stay at or
   * above 1 pixel. Calls in quick succession are one undo step.
   */
  resizeBy(width: number, height: number): void;
  /** Turns the selection clockwise, each shape around its own middle. Redact, blur and spotlight cannot turn. */
  rotateBy(degrees: number): void;
  /** Sets the crop that is being chosen, clipped to the image. Does nothing outside the crop tool. */
  setCropping(rect: Rect): void;
  toggleHidden(id: string): void;
  /** Moves a shape to an index in the drawing order. */
  reorder(id: string, index: number): void;
  /** Inserts a shape of a drawing tool in its default size into the middle of the viewport, for drawing by keyboard. */
  insertDefault(tool: ToolId): void;
  /** Copies the selected shapes for {@link pasteShapes} in every editor of this page, and returns them. */
  copyShapes(): readonly Shape[];
  /** Adds copies of the copied or given shapes as one undo step, and selects them. Returns false without shapes. */
  pasteShapes(shapes?: readonly Shape[]): boolean;
  startEditing(id: string): void;
  setText(text: string): void;
  /** Ends the text editing. An empty text is removed. */
  stopEditing(): void;
  textBox(): TextBox | null;

  setViewport(size: Size): void;
  zoomTo(zoom: number, around?: Point): void;
  pan(dx: number, dy: number): void;
  /** Scrolls so that a shape is visible. */
  reveal(id: string): void;

  /** Covers these boxes with redactions, as one undo step, and selects them. */
  redact(boxes: readonly Pick<SensitiveBox, "x" | "y" | "width" | "height">[]): void;
  /** Replaces the document by another version, as one undo step. */
  replaceDocument(document: AnnotationDocument): void;
  /** Marks the current document as saved. */
  markSaved(): void;

  /** Draws image, shapes, handles and guides onto a canvas on every change, at the screen's pixel ratio. Returns a stop function. */
  attach(canvas: HTMLCanvasElement): () => void;
  /** Releases all resources, including the image's pixels. */
  dispose(): void;
}

/** Options of a flattened image. */
export interface FlattenOptions {
  type: "image/png" | "image/jpeg" | "image/webp";
  /** 0 to 1, for JPEG and WebP. */
  quality?: number;
}

/** Reason why an image could not be opened. */
export type PictureErrorCode = "not-a-picture" | "too-large" | "out-of-memory";

/** Initial settings of an editor. */
export interface EditorOptions {
  /** Image pixels per CSS pixel: new shapes on images from dense screens are larger. The default is estimated from the size. */
  pixelRatio?: number;
}
