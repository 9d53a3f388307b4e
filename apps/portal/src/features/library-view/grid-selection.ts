/** What a grid asks of the selection, and tells it. */
export interface GridSelection {
  isSelected: (itemId: string) => boolean;
  /** How many are selected. */
  count: number;
  toggle: (itemId: string) => void;
  /** Selects everything between the last picked item and this one. */
  extendTo: (itemId: string) => void;
  clear: () => void;
}
