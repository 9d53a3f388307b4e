/**
 * What is chosen in one view. `some` names the chosen ids; `all` is everything in the view, loaded or not, and `ids` are
 * the few left out of it. `view` is the list that the choice was made in: in another one nothing is chosen.
 */
export interface Selection {
  view: string;
  mode: "some" | "all";
  ids: ReadonlySet<string>;
  /** Where a range begins: the item that was last chosen by itself. */
  anchor: string | null;
  /** What was chosen before the range that is being stretched now. */
  base: ReadonlySet<string>;
}

/** Something that a person or the list does to the choice. */
export type SelectionEvent =
  | { type: "enter"; view: string }
  | { type: "toggle"; id: string }
  /** A range up to `id`, over the list's order. `from` is where it begins when nothing was chosen before (the card in focus). */
  | { type: "extend"; id: string; order: readonly string[]; from?: string }
  /** A rubber band covers `ids`; `before` is what was chosen when it began and stays, or with `isToggling` turns over. */
  | { type: "sweep"; ids: readonly string[]; before: Selection; isToggling: boolean }
  | { type: "all" }
  | { type: "clear" }
  /** Items that are no longer in the view. */
  | { type: "gone"; ids: readonly string[] };

const NONE: ReadonlySet<string> = new Set();

/** Nothing chosen in a view. */
export const nothingChosen = (view: string): Selection => ({ view, mode: "some", ids: NONE, anchor: null, base: NONE });

/** True for an item that is chosen. */
export const isChosen = (selection: Selection, id: string): boolean => (selection.mode === "all") !== selection.ids.has(id);

/** How many are chosen in a view that holds `total` items. */
export const countChosen = (selection: Selection, total: number): number =>
  selection.mode === "all" ? Math.max(0, total - selection.ids.size) : selection.ids.size;

/** The next state of the choice; the same object when nothing changes. */
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
