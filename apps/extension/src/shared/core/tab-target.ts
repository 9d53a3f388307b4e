/** A tab to capture, by the ids that the browser gives it. */
export interface TabTarget {
  tabId: number;
  windowId: number;
}
