import { CAPTURE_KINDS, type CaptureKind, KIND_KEYS } from "../../capture/core/capture-order.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { readPreferences } from "../../shared/data/preferences.ts";

const ROOT = "capture";
const RECORD = "record";
const CONTEXTS = ["page", "frame", "selection", "link", "editable", "image", "video", "audio"] as const;

/** Creates the context menu in the user's language. The browser persists it until it is created again. */
async function writeMenus(): Promise<void> {
  await startI18n((await readPreferences()).language);
  await chrome.contextMenus.removeAll();
  const contexts = [...CONTEXTS] as unknown as [chrome.contextMenus.ContextType];
  // Without a window these calls report only through a callback; an existing id is not an error.
  const add = (item: chrome.contextMenus.CreateProperties): void => void chrome.contextMenus.create(item, () => chrome.runtime.lastError);
  add({ id: ROOT, title: t("menu.capture"), contexts });
  for (const kind of CAPTURE_KINDS) add({ id: kind, parentId: ROOT, title: t(KIND_KEYS[kind], { count: 3 }), contexts });
  add({ id: "line", parentId: ROOT, type: "separator", contexts });
  add({ id: RECORD, parentId: ROOT, title: t("recorder:popup.menu"), contexts });
}

const isKind = (id: unknown): id is CaptureKind => CAPTURE_KINDS.some((kind) => kind === id);

/** Registers the context menu handlers in the worker. */
export function startMenus(onCapture: (kind: CaptureKind, target: TabTarget) => void, onRecord: (target: TabTarget) => void): void {
  chrome.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    if (tab?.id === undefined || tab.id < 0) return;
    const target = { tabId: tab.id, windowId: tab.windowId };
    if (menuItemId === RECORD) onRecord(target);
    else if (isKind(menuItemId)) onCapture(menuItemId, target);
  });
  chrome.runtime.onInstalled.addListener(() => void writeMenus());
  // A language change in the portal arrives together with the preferences.
  chrome.storage.local.onChanged.addListener((changes) => {
    const { oldValue, newValue } = (changes["preferences"] ?? {}) as { oldValue?: { language?: string }; newValue?: { language?: string } };
    if (newValue && oldValue?.language !== newValue.language) void writeMenus();
  });
}
