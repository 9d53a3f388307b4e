import type { Icon } from "@tabler/icons-react";

/**
 * One line of a menu. `to` leads to a page of the portal, `href` makes it a link that saves a file; `isChecked` marks the
 * current choice of several, `heading` stands above the first of them, and `keepsOpen` lets people see the choice change.
 */
export interface MenuAction {
  label: string;
  /** What it means, in small below the label. */
  hint?: string;
  icon?: Icon;
  /** A colour, shown as a small square instead of an icon. */
  swatch?: string;
  keyHint?: string;
  isDanger?: boolean;
  isChecked?: boolean;
  heading?: string;
  keepsOpen?: boolean;
  to?: string;
  href?: string;
  onSelect?: () => void;
}

/** What a menu shows and where. `position` and `width` (CSS pixels) are for windows; phones get a sheet. */
export interface MenuContent {
  label: string;
  /** Groups are parted by lines. */
  groups: MenuAction[][];
  position?: "bottom-start" | "bottom-end" | "top-start";
  width?: number;
}

/** Where a menu opens, and what gets the focus back when it closes. */
export interface MenuAnchor {
  rect: DOMRect;
  element: HTMLElement;
}
