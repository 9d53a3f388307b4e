import { lazyView } from "../../platform/lazy-view.ts";

/** Tabs of the administration by their address below `/admin`, in the order of the tab bar. Titles are `administration:tabs.<name>`. */
export const TABS = {
  people: lazyView(() => import("./people/people.tab.tsx"), "PeopleTab"),
  workspaces: lazyView(() => import("./workspaces/workspaces.tab.tsx"), "WorkspacesTab"),
  storage: lazyView(() => import("./storage/storage.tab.tsx"), "StorageTab"),
  reports: lazyView(() => import("./reports/reports.tab.tsx"), "ReportsTab"),
  audit: lazyView(() => import("./audit/audit.tab.tsx"), "AuditTab", ["workspaces"]),
  jobs: lazyView(() => import("./jobs/jobs.tab.tsx"), "JobsTab"),
  outbox: lazyView(() => import("./outbox/outbox.tab.tsx"), "OutboxTab"),
  server: lazyView(() => import("./server/server.tab.tsx"), "ServerTab"),
  health: lazyView(() => import("./health/health.tab.tsx"), "HealthTab"),
} as const;
export type TabName = keyof typeof TABS;

/** Names of the tabs in their order. */
export const TAB_NAMES = Object.keys(TABS) as TabName[];

/** Returns whether a tab exists. */
export const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);
