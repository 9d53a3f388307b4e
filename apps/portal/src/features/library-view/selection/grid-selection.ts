/** Selection functions and state for a grid. */
export interface GridSelection {
  isSelected: (itemId: string) => boolean;
  /** Number of selected items. */
  count: number;
  toggle: (itemId: string) => void;
  /** Selects the range between the last selected item and this one. */
  extendTo: (itemId: string) => void;
  clear: () => void;
}
