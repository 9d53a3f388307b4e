/**
 * Props of every dialog that can be opened by name, without `onClose`. The interface is empty here: `app/dialogs.tsx` adds
 * the dialogs of the portal to it.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface DialogProps {}
export type DialogName = keyof DialogProps;

/** An open dialog: its name, its props, and the element that had the focus when it was opened. */
export interface OpenDialog {
  name: DialogName;
  props: object;
  opener: Element | null;
  /** Differs for each call of {@link openDialog}, so that a dialog that is opened again starts with fresh state. */
  id: number;
}

const NONE: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();
let open = NONE;
let lastId = 0;

function setOpen(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of listeners) listener();
}

let loadDialog: (name: DialogName) => void = () => undefined;

/** Sets how the code of a dialog is loaded. Called once, by the module that lists the dialogs. */
export function setDialogLoader(load: (name: DialogName) => void): void {
  loadDialog = load;
}

/** Loads the code of a dialog that will probably be opened: its button has the pointer or the focus. */
export const preloadDialog = (name: DialogName): void => loadDialog(name);

/** Opens a dialog above those that are open. A dialog of the same name is replaced. */
export function openDialog<N extends DialogName>(name: N, props: DialogProps[N]): void {
  const dialog = { name, props, opener: document.activeElement, id: (lastId += 1) };
  setOpen([...open.filter((other) => other.name !== name), dialog]);
}

/** Closes a dialog. Does nothing when it is not open. */
export function closeDialog(name: DialogName): void {
  if (open.some((dialog) => dialog.name === name)) setOpen(open.filter((dialog) => dialog.name !== name));
}

/** The open dialogs as a store for `useSyncExternalStore`, the topmost last. */
export const openDialogs = {
  current: (): readonly OpenDialog[] => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The element that had the focus when an open dialog was opened; null when it is not open. */
export const openerOf = (name: DialogName): Element | null => open.find((dialog) => dialog.name === name)?.opener ?? null;
