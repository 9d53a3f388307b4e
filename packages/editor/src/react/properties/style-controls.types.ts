import type { StyleKey, Styles } from "../../core/index.ts";

/** Properties of every control of the property bar. */
export interface ControlProps {
  /** Returns whether the selection, or the tool's next shape, has this style. */
  has(key: StyleKey): boolean;
  values: Styles;
  onChange(patch: Partial<Styles>, isLive?: boolean): void;
}
