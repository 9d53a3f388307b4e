import type { AnnotationDocument, SensitiveBox, Shape } from "@stillreel/contract";

/** A place: in the picture's pixels, or in CSS pixels from the top left of the viewport where that is said. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

/** A decoded picture, cut into bands so that no canvas or texture limit is met. */
export interface Picture extends Size {
  /** From top to bottom, each over the whole width. */
  readonly bands: readonly { readonly y: number; readonly height: number; readonly bitmap: ImageBitmap }[];
  /** The bytes that it was decoded from. */
  readonly blob: Blob;
  /** Lets go of the decoded pixels. */
  close(): void;
}

/** Tools by name. `select` is the resting one. */
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

/** What the next shape looks like, and what the property bar shows. Sizes in picture pixels. */
export interface Styles {
  color: string;
  strokeWidth: number;
  /** Colour of the inside; null for none. */
  fill: string | null;
  fontSize: number;
  bold: boolean;
  align: "start" | "middle" | "end";
  opacity: number;
  dashed: boolean;
  heads: "end" | "both";
  /** Is a new arrow curved? */
  curved: boolean;
  mode: "blur" | "pixelate";
  strength: number;
  round: boolean;
  dim: number;
  zoom: number;
  glyph: string;
}

/** Which of the styles a selection (or a tool, for its next shape) has; the property bar shows only these. */
export type StyleKey = keyof Styles;

/** Which part of the picture is seen: its pixel at the viewport's top left, and CSS pixels a picture pixel. */
export interface Camera extends Point {
  zoom: number;
}

/** A line to which something snapped, in picture pixels. */
export interface Guide {
  axis: "x" | "y";
  at: number;
  from: number;
  to: number;
}

/** A pointer's event, from a mouse, pen or finger; `at` in CSS pixels from the top left of the viewport. */
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

/** A key's event; `key` as the DOM has it. */
export interface KeyInput {
  key: string;
  shift: boolean;
  alt: boolean;
  mod: boolean;
}

/** A text that is being written where it stands: its box in CSS pixels of the viewport, and how it looks. */
export interface TextBox {
  shapeId: string;
  rect: Rect;
  rotation: number;
  /** CSS pixels. */
  fontSize: number;
  lineHeight: number;
  bold: boolean;
  align: "start" | "middle" | "end";
  color: string;
  background: string | null;
  text: string;
  /** The box grows with the text instead of wrapping it. */
  grows: boolean;
}

/** All that is shown of an editor. A new object whenever anything of it changed; parts that did not change stay the same objects. */
export interface EditorState {
  readonly document: AnnotationDocument;
  readonly selection: readonly string[];
  readonly tool: ToolId;
  readonly styles: Styles;
  readonly camera: Camera;
  readonly viewport: Size;
  /** The text shape that is being written in. */
  readonly editing: string | null;
  /** The crop that is being chosen, in picture pixels; null outside of the crop tool. */
  readonly cropping: Rect | null;
  /** Rectangle of a selection being drawn. */
  readonly marquee: Rect | null;
  readonly guides: readonly Guide[];
  /** CSS cursor for the canvas. */
  readonly cursor: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Differs the document from what was opened or saved last? */
  readonly isChanged: boolean;
}

/** What can be done beside drawing; each is one step of undo. Those that need a selection do nothing without one. */
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
 * One picture being annotated: document, history, tools, camera. Knows no DOM but the canvas it is given; a React view
 * subscribes and forwards events.
 */
export interface Editor {
  readonly picture: Picture;
  /** How many times their usual size new shapes have: sizes that are offered grow with it. */
  readonly pixelRatio: number;
  getState(): EditorState;
  /** Called after each change; answers how to stop listening. */
  subscribe(listener: () => void): () => void;

  setTool(tool: ToolId): void;
  pointer(input: PointerInput): void;
  /** True when the key meant something here. Undo, tools, nudging, opacity digits, order brackets, zoom, Space panning, Escape. */
  keyDown(input: KeyInput): boolean;
  keyUp(input: KeyInput): void;
  /** Turns of a wheel or touch pad: pans, or with `mod` zooms around `at`. */
  wheel(input: { at: Point; deltaX: number; deltaY: number; mod: boolean; shift: boolean }): void;

  run(command: EditorCommand): void;
  select(ids: readonly string[]): void;
  /** Changes what is selected, and what the next shape gets. Calls in a row with `isLive` are one step of undo, ended by one without. */
  setStyle(patch: Partial<Styles>, isLive?: boolean): void;
  /** Styles that the selection has, or the tool's next shape; the values of the first selected shape. */
  styleKeys(): readonly StyleKey[];
  /** Makes what is selected wider and higher by so many picture pixels, its top left staying (of a line: its end moves); never below 1 pixel. Calls in quick succession are one step of undo. */
  resizeBy(width: number, height: number): void;
  /** Turns what is selected clockwise, each shape around its own middle. Those that cannot turn (redact, blur, spotlight) stay. */
  rotateBy(degrees: number): void;
  /** Places the crop that is being chosen, clipped to the picture; does nothing outside of the crop tool. */
  setCropping(rect: Rect): void;
  toggleHidden(id: string): void;
  /** Moves a shape to a place in the order of drawing. */
  reorder(id: string, index: number): void;
  /** Puts a shape of a drawing tool, as large as it usually is, into the middle of what is seen: drawing by the keyboard. */
  insertDefault(tool: ToolId): void;
  /** Puts the selected shapes aside for {@link pasteShapes}, in every editor of this page; answers them. */
  copyShapes(): readonly Shape[];
  /** Adds copies of what was put aside, or of these, as one step of undo, and selects them. False when there was nothing. */
  pasteShapes(shapes?: readonly Shape[]): boolean;
  startEditing(id: string): void;
  setText(text: string): void;
  /** Ends the writing; a text left empty is removed. */
  stopEditing(): void;
  textBox(): TextBox | null;

  setViewport(size: Size): void;
  zoomTo(zoom: number, around?: Point): void;
  pan(dx: number, dy: number): void;
  /** Scrolls so that a shape is seen. */
  reveal(id: string): void;

  /** Covers these boxes with redactions, as one step of undo, and selects them. */
  redact(boxes: readonly Pick<SensitiveBox, "x" | "y" | "width" | "height">[]): void;
  /** Puts other people's or an older document in place, as one step of undo. */
  replaceDocument(document: AnnotationDocument): void;
  /** Today's document is what is saved. */
  markSaved(): void;

  /** Draws picture, shapes, handles and guides onto a canvas whenever they change, at the screen's pixel ratio. Answers how to stop. */
  attach(canvas: HTMLCanvasElement): () => void;
  /** Lets go of everything, the picture's pixels too. */
  dispose(): void;
}

/** How a flattened picture is written. */
export interface FlattenOptions {
  type: "image/png" | "image/jpeg" | "image/webp";
  /** 0 to 1, of JPEG and WebP. */
  quality?: number;
}

/** Why a picture could not be opened. */
export type PictureErrorCode = "not-a-picture" | "too-large" | "out-of-memory";

/** How an editor begins. */
export interface EditorOptions {
  /** Pixels of the picture a CSS pixel: new shapes of pictures from dense screens are larger. Guessed by its size when left away. */
  pixelRatio?: number;
}
