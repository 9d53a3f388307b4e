import type { AppState, ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";

/** Tools of the rail. `note` is ours. */
export type ToolName =
  | "selection"
  | "hand"
  | "note"
  | "text"
  | "rectangle"
  | "diamond"
  | "ellipse"
  | "arrow"
  | "line"
  | "freedraw"
  | "frame"
  | "eraser"
  | "laser";

/** What the controls around the canvas show. */
export interface StageState {
  tool: ToolName;
  selected: readonly string[];
  /** Position and size of the visible part: an element at `x` is at `(x + scrollX) * zoom` of the stage. */
  view: { scrollX: number; scrollY: number; zoom: number; width: number; height: number };
  /** Number that grows with each change of the elements. */
  revision: number;
}

/** The canvas with what the controls around it need. */
export interface Stage {
  api: ExcalidrawImperativeAPI;
  /** The element that receives the keys of the canvas. */
  root: HTMLElement;
  getState: () => StageState;
  subscribe: (listener: () => void) => () => void;
  stop: () => void;
}

const toolOf = (active: AppState["activeTool"]): ToolName =>
  active.type === "custom"
    ? "note"
    : active.type === "image" || active.type === "embeddable" || active.type === "magicframe"
      ? "selection"
      : active.type;

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, index) => id === b[index]);

/** Watches a canvas. Listeners are called only when something changed that controls show. */
export function watchStage(api: ExcalidrawImperativeAPI, root: HTMLElement): Stage {
  const listeners = new Set<() => void>();
  const read = (app: AppState, before?: StageState, version = ""): StageState & { version: string } => {
    const selected = Object.keys(app.selectedElementIds);
    const view = { scrollX: app.scrollX, scrollY: app.scrollY, zoom: app.zoom.value, width: app.width, height: app.height };
    return {
      tool: toolOf(app.activeTool),
      selected: before && isSame(before.selected, selected) ? before.selected : selected,
      view: before && JSON.stringify(before.view) === JSON.stringify(view) ? before.view : view,
      revision: before?.revision ?? 0,
      version,
    };
  };
  let state = read(api.getAppState());
  const stop = api.onChange((elements, app) => {
    let sum = elements.length;
    for (const element of elements) sum += element.version;
    const next = read(app, state, String(sum));
    const hasChanged = next.version !== state.version;
    if (!hasChanged && next.tool === state.tool && next.selected === state.selected && next.view === state.view) return;
    state = { ...next, revision: hasChanged ? state.revision + 1 : state.revision };
    for (const listener of listeners) listener();
  });
  return {
    api,
    root,
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop,
  };
}
