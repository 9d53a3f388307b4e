import type { Icon } from "@tabler/icons-react";

/**
 * One menu entry. `to` links to a portal page, `href` downloads a file, or is the address of `onSelect` for a new tab; `isChecked` marks the current choice, `heading` precedes the
 * first choice, and `keepsOpen` leaves the menu open after a choice.
 */
export interface MenuAction {
  label: string;
  /** Explanation in small text below the label. */
  hint?: string;
  icon?: Icon;
  /** A colour, displayed as a square instead of an icon. */
  swatch?: string;
  keyHint?: string;
  isDanger?: boolean;
  isChecked?: boolean;
  /** Marks something that the user has not opened yet. */
  hasDot?: boolean;
  heading?: string;
  keepsOpen?: boolean;
  to?: string;
  href?: string;
  onSelect?: () => void;
}

/** Content and position of a menu. `position` and `width` (CSS pixels) apply to windows; phones show a sheet. */
export interface MenuContent {
  label: string;
  /** Groups are separated by lines. */
  groups: MenuAction[][];
  position?: "bottom-start" | "bottom-end" | "top-start";
  width?: number;
}

/** Position of a menu, and the element that receives the focus when it closes. */
export interface MenuAnchor {
  rect: DOMRect;
  element: HTMLElement;
}

/** Returns where a menu opens: below the end of its button, or with its start at the pointer. */
export const positionOf = ({ rect }: MenuAnchor): NonNullable<MenuContent["position"]> => (rect.width > 0 ? "bottom-end" : "bottom-start");
