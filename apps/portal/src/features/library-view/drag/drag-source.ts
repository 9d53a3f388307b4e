import { ITEM_TYPES } from "../../../entities/items/item-list.ts";
import { scrollElement } from "../../../ui/screen.tsx";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import { rememberChosen } from "../selection/chosen.ts";
import { scrollAtEdges } from "../selection/edge-scroll.ts";
import type { Point } from "../selection/marquee.plan.ts";
import { selection } from "../selection/selection-store.ts";
import { drag, type Dragged } from "./drag-store.ts";
import { IDLE, reduceDrag, type DragEffect, type DragEvent, type DragState } from "./drag.machine.ts";
import { accepts, readTarget, targetKey, type DragSubject, type DropTarget, type DropFolders } from "./drop-targets.ts";
import { isWithin } from "../../../entities/folders/folder-tree.ts";

/** The page functions that a drag needs. */
export interface DragPage {
  folders: DropFolders;
  /** Opens the folder under a resting pointer. */
  open: (target: DropTarget) => void;
  drop: (target: DropTarget, dragged: Dragged) => void;
  /** Reports the pointer position for the drag image on every move. */
  onMove: (x: number, y: number) => void;
}

const SOURCES = "[data-item-id], [data-folder-id]";
const CONTROLS = "button, input, textarea, select, [contenteditable=true]";

/**
 * Makes cards, rows and folders draggable with the mouse. It listens on the document, because cards are replaced while the list
 * scrolls or a folder opens during a drag.
 */
export function listenForDrags(page: DragPage, signal: AbortSignal): void {
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || event.pointerType !== "mouse" || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
      // The cache may contain folders of the user's own view, which are writable.
      if (isPreviewing()) return;
      const source = event.target.closest<HTMLElement>(SOURCES);
      if (source) void new DragGesture(event, source, page, signal);
    },
    { signal },
  );
}

/** One press on a card or folder and the resulting drag. Removes its listeners at the end. */
class DragGesture {
  #page: DragPage;
  /** Data of the pressed element. The element itself may be removed or reused when the drag starts. */
  #pressed: DOMStringMap;
  #state: DragState = IDLE;
  #pointer: Point;
  /** The last dragged subject: the drop is handled after the end. */
  #dropped: Dragged | null = null;
  #lit: Element | null = null;
  #stopScrolling = (): void => {};
  #listening = new AbortController();

  constructor(start: PointerEvent, source: HTMLElement, page: DragPage, signal: AbortSignal) {
    this.#page = page;
    this.#pressed = { ...source.dataset };
    this.#pointer = { x: start.clientX, y: start.clientY };
    signal.addEventListener("abort", () => this.#end(), { signal: this.#listening.signal });
    this.#listen({ capture: true, signal: this.#listening.signal });
    this.#send({ type: "press", at: this.#pointer });
  }

  #listen(options: { capture: boolean; signal: AbortSignal }): void {
    document.addEventListener(
      "pointermove",
      (event) => {
        this.#pointer = { x: event.clientX, y: event.clientY };
        this.#inspectPointer();
        if (drag.current()) this.#page.onMove(this.#pointer.x, this.#pointer.y);
      },
      options,
    );
    document.addEventListener(
      "pointerup",
      () => {
        this.#send({ type: "release" });
        this.#listening.abort();
      },
      options,
    );
    document.addEventListener("pointercancel", () => this.#send({ type: "cancel" }), options);
    // Blur events of elements also reach the window; only the window's own blur ends a drag.
    window.addEventListener("blur", (event) => event.target === window && this.#send({ type: "cancel" }), options);
    // Before the document's listener, for which Escape clears the selection.
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || this.#state.phase !== "dragging") return;
        event.preventDefault();
        event.stopPropagation();
        this.#send({ type: "cancel" });
      },
      options,
    );
    // Disables the browser's own dragging and text selection.
    for (const type of ["dragstart", "selectstart"]) document.addEventListener(type, (event) => event.preventDefault(), options);
  }

  #send(event: DragEvent): void {
    const { state, effects } = reduceDrag(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: DragEffect): void {
    if (effect.do === "start") return this.#start();
    if (effect.do === "end") return this.#end();
    const target = readTarget(effect.key);
    if (effect.do === "open" && target) this.#page.open(target);
    if (effect.do === "drop" && target && this.#dropped) this.#page.drop(target, this.#dropped);
  }

  #start(): void {
    const { itemId, folderId } = this.#pressed;
    const dragged = itemId === undefined ? folderSubject(folderId, this.#page) : itemsSubject(itemId);
    if (!dragged) return this.#end();
    drag.set(dragged);
    document.documentElement.setAttribute("data-dragging", "");
    const scroller = scrollElement();
    // The list may scroll or a folder open under a resting pointer: the target is determined in every frame.
    if (scroller)
      this.#stopScrolling = scrollAtEdges(
        scroller,
        () => pointerOver(scroller, this.#pointer),
        () => {},
        () => this.#inspectPointer(),
      );
    this.#page.onMove(this.#pointer.x, this.#pointer.y);
  }

  #inspectPointer(): void {
    const current = drag.current();
    const under = current ? findUnder(this.#pointer, current.subject, this.#page.folders) : NOTHING;
    this.#send({ type: "move", at: this.#pointer, over: under.over, target: under.target, now: performance.now() });
    const dragged = drag.current();
    if (!dragged) return;
    this.#light(under.element);
    if (dragged.target !== under.target) drag.set({ ...dragged, target: under.target });
  }

  #light(element: Element | null): void {
    if (element === this.#lit) return;
    this.#lit?.removeAttribute("data-drop-over");
    element?.setAttribute("data-drop-over", "");
    this.#lit = element;
  }

  #end(): void {
    this.#listening.abort();
    this.#stopScrolling();
    this.#light(null);
    this.#dropped = drag.current();
    if (this.#dropped) swallowClick();
    drag.set(null);
    document.documentElement.removeAttribute("data-dragging");
  }
}

/**
 * Returns the selected items if the pressed one is selected, otherwise that item alone. Items in the trash and read-only items
 * cannot be dragged.
 */
function itemsSubject(itemId: string): Dragged | null {
  const shown = selection.shown();
  const pressed = shown?.items.find((item) => item.id === itemId);
  if (!shown || !pressed || pressed.trash) return null;
  const isAll = selection.isSelected(itemId);
  const items = isAll ? selection.items() : [pressed];
  if (!items.every((item) => item.permission.write)) return null;
  return {
    subject: subjectOf(items, isAll ? selection.count() : 1, shown.name),
    read: isAll ? rememberChosen() : () => Promise.resolve({ items: [pressed] }),
    isChoice: isAll,
    pictured: [pressed, ...items.filter((item) => item !== pressed).slice(0, 2)],
    target: null,
  };
}

function subjectOf(items: readonly ItemView[], count: number, { workspaceId, type: listType }: ListName): DragSubject {
  const types = new Set(items.map((item) => item.type));
  // Selected items that are not loaded have the list's type, or either type in a mixed list.
  if (count > items.length) for (const type of listType ? [listType] : ITEM_TYPES) types.add(type);
  const parents = new Set(items.map((item) => item.parentId));
  const [parent] = parents;
  return {
    kind: "items",
    space: workspaceId,
    count,
    types,
    folderId: parents.size === 1 && count === items.length ? parent : undefined,
    isStarred: count === items.length && items.every((item) => item.favorite),
  };
}

function folderSubject(folderId: string | undefined, page: DragPage): Dragged | null {
  const folder = folderId === undefined ? undefined : page.folders.get(folderId);
  return folder?.permission.write ? { subject: { kind: "folder", folder }, read: null, isChoice: false, pictured: [], target: null } : null;
}

interface Under {
  /** Key of the folder that opens under a resting pointer. */
  over: string | null;
  /** Key of the drop target. */
  target: string | null;
  element: Element | null;
}

const NOTHING: Under = { over: null, target: null, element: null };

function findUnder(at: Point, subject: DragSubject, folders: DropFolders): Under {
  const hit = document.elementFromPoint(at.x, at.y);
  const element = hit?.closest("[data-drop-target]") ?? null;
  const target = readTarget(element?.getAttribute("data-drop-target"));
  if (!target) {
    // Outside of every target, in a folder that was opened during the drag: that folder itself.
    const dropTarget = hit && scrollElement()?.contains(hit) ? shownFolderTarget() : null;
    return { over: null, target: dropTarget && accepts(dropTarget, subject, folders) ? targetKey(dropTarget) : null, element: null };
  }
  const isTaker = accepts(target, subject, folders);
  return {
    over: canOpen(target, subject, folders) ? targetKey(target) : null,
    target: isTaker ? targetKey(target) : null,
    element: isTaker ? element : null,
  };
}

/** Returns the open folder or root as a target. */
function shownFolderTarget(): DropTarget | null {
  const name = selection.shown()?.name;
  if (name?.view !== "folder") return null;
  if (name.folderId !== null) return { kind: "folder", folderId: name.folderId };
  if (name.workspaceId !== PERSONAL) return { kind: "space", ref: name.workspaceId };
  return name.type === null ? null : { kind: "root", type: name.type };
}

function canOpen(target: DropTarget, subject: DragSubject, folders: DropFolders): boolean {
  const dropTarget = shownFolderTarget();
  if (target.kind === "starred" || target.kind === "trash" || (dropTarget && targetKey(dropTarget) === targetKey(target))) return false;
  const space = subject.kind === "folder" ? spaceOf(subject.folder) : subject.space;
  if (target.kind === "space") return space === target.ref;
  if (target.kind === "root") return subject.kind === "folder" ? subject.folder.kind === target.type : subject.types.has(target.type);
  const folder = folders.get(target.folderId);
  if (!folder || spaceOf(folder) !== space) return false;
  if (subject.kind === "folder") return folder.kind === subject.folder.kind && !isWithin(folder.id, subject.folder.id, folders);
  return folder.kind === "mixed" || subject.types.has(folder.kind);
}

function pointerOver(scroller: HTMLElement, pointer: Point): number | null {
  const { left, right } = scroller.getBoundingClientRect();
  return pointer.x >= left && pointer.x <= right ? pointer.y : null;
}

/** Suppresses the click that the browser dispatches after the drop. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  // There is no click when pressed and released element differ.
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}
