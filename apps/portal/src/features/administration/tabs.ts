import { lazyView } from "../../platform/lazy-view.ts";

/** Tabs of the administration by their address below `/admin`, in the order of the tab bar. Titles are `administration:tabs.<name>`. */
export const TABS = {
  outbox: lazyView(() => import("./outbox/outbox.tab.tsx"), "OutboxTab"),
} as const;
export type TabName = keyof typeof TABS;

/** Names of the tabs in their order. */
export const TAB_NAMES = Object.keys(TABS) as TabName[];

/** Returns whether a tab exists. */
export const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);
