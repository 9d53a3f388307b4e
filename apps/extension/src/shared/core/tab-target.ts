/** A tab to capture, by the browser's ids. */
export interface TabTarget {
  tabId: number;
  windowId: number;
}
