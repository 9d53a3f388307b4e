/**
 * Selection in one view. `some` contains the selected ids; `all` selects everything in the view, loaded or not, except `ids`.
 * `view` is the list of the selection; in another view it is empty.
 */
export interface Selection {
  view: string;
  mode: "some" | "all";
  ids: ReadonlySet<string>;
  /** Start of a range: the last individually selected item. */
  anchor: string | null;
  /** Selection before the current range. */
  base: ReadonlySet<string>;
}

/** Event of the selection. */
export type SelectionEvent =
  | { type: "enter"; view: string }
  | { type: "toggle"; id: string }
  /** A range up to `id` in list order. `from` is its start without a previous selection (the focused card). */
  | { type: "extend"; id: string; order: readonly string[]; from?: string }
  /** A marquee covers `ids`; `before` is the selection at its start, which stays or, with `isToggling`, is inverted. */
  | { type: "sweep"; ids: readonly string[]; before: Selection; isToggling: boolean }
  | { type: "all" }
  | { type: "clear" }
  /** Items that have left the view. */
  | { type: "gone"; ids: readonly string[] };

const NONE: ReadonlySet<string> = new Set();

/** Returns the empty selection of a view. */
export const nothingChosen = (view: string): Selection => ({ view, mode: "some", ids: NONE, anchor: null, base: NONE });

/** Returns whether an item is selected. */
export const isChosen = (selection: Selection, id: string): boolean => (selection.mode === "all") !== selection.ids.has(id);

/** Returns the number of selected items in a view with `total` items. */
export const countChosen = (selection: Selection, total: number): number =>
  selection.mode === "all" ? Math.max(0, total - selection.ids.size) : selection.ids.size;

/** Returns the next selection; the same object when nothing changes. */
export function reduceSelection(selection: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case "enter":
      return event.view === selection.view ? selection : nothingChosen(event.view);
    case "toggle": {
      const ids = flipped(selection.ids, [event.id]);
      return { ...selection, ids, anchor: event.id, base: ids };
    }
    case "extend":
      return extend(selection, event);
    case "sweep":
      return sweep(event);
    case "all":
      return { ...nothingChosen(selection.view), mode: "all" };
    case "clear":
      return selection.mode === "some" && selection.ids.size === 0 ? selection : nothingChosen(selection.view);
    case "gone":
      return leave(selection, event.ids);
  }
}

function extend(selection: Selection, { id, order, from }: Extract<SelectionEvent, { type: "extend" }>): Selection {
  const end = order.indexOf(id);
  if (end < 0) return selection;
  const anchor =
    [selection.anchor, from].find((candidate) => candidate !== null && candidate !== undefined && order.includes(candidate)) ?? id;
  const start = order.indexOf(anchor);
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  if (selection.mode === "all") return { ...selection, ids: without(selection.ids, range), anchor };
  const base = selection.anchor === anchor ? selection.base : selection.ids;
  return { ...selection, ids: new Set([...base, ...range]), anchor, base };
}

function sweep({ ids, before, isToggling }: Extract<SelectionEvent, { type: "sweep" }>): Selection {
  if (isToggling) return { ...before, ids: flipped(before.ids, ids) };
  return { ...before, ids: before.mode === "all" ? without(before.ids, ids) : new Set([...before.ids, ...ids]) };
}

function leave(selection: Selection, gone: readonly string[]): Selection {
  if (!gone.some((id) => selection.ids.has(id) || selection.base.has(id) || selection.anchor === id)) return selection;
  const anchor = selection.anchor !== null && gone.includes(selection.anchor) ? null : selection.anchor;
  return { ...selection, ids: without(selection.ids, gone), base: without(selection.base, gone), anchor };
}

function flipped(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) if (!next.delete(id)) next.add(id);
  return next;
}

function without(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) next.delete(id);
  return next;
}
