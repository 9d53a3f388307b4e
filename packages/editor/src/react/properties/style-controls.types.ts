import type { StyleKey, Styles } from "../../core/index.ts";

/** What every control of the property bar is given. */
export interface ControlProps {
  /** Does the selection, or the tool's next shape, have this style? */
  has(key: StyleKey): boolean;
  values: Styles;
  onChange(patch: Partial<Styles>, isLive?: boolean): void;
}
