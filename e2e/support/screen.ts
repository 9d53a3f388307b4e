import type { Page } from "playwright-core";
import type { Person } from "./people.ts";

/** One screen of the product: how to open it, and the element that shows that it is ready. */
export interface Screen {
  name: string;
  path: string;
  /** The signed-in user. Without one, the screen is opened without a session. */
  person?: Person;
  /** Local storage of the browser from earlier visits. */
  remembered?: Record<string, string>;
  /** Steps on the page until the screen is visible, such as opening a dialog. */
  prepare?: (page: Page) => Promise<void>;
  /** The selected tab on an item's page. */
  tab?: string;
  /** Role and name of an element that must be visible. */
  landmark: {
    role:
      | "heading"
      | "button"
      | "dialog"
      | "img"
      | "link"
      | "list"
      | "option"
      | "radiogroup"
      | "row"
      | "table"
      | "textbox"
      | "toolbar"
      | "treeitem";
    name: string | RegExp;
  };
  /** Paths whose error status is expected. */
  isDeadEnd?: boolean;
  /** Whether it shares the frame of another screen, so that a few appearances are enough. */
  isVariant?: boolean;
  /** Whether its content depends on the width in which it is loaded. */
  isSizedOnce?: boolean;
}
