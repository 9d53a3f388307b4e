import type { TabTarget } from "../../../shared/core/tab-target.ts";
import { CaptureAbort, type CaptureAbortReason } from "./captured.ts";

/** Tells at once when the tab that is captured goes, or is no longer what its window shows. */
export class TabWatch {
  readonly #target: TabTarget;
  readonly #controller = new AbortController();
  readonly #stop: () => void;

  constructor(target: TabTarget) {
    this.#target = target;
    const end = (reason: CaptureAbortReason): void => this.#controller.abort(new CaptureAbort(reason));
    const onRemoved = (tabId: number): void => {
      if (tabId === target.tabId) end("tab-closed");
    };
    const onActivated = ({ tabId, windowId }: { tabId: number; windowId: number }): void => {
      if (windowId === target.windowId && tabId !== target.tabId) end("hidden");
    };
    const onDetached = (tabId: number): void => {
      if (tabId === target.tabId) end("hidden");
    };
    chrome.tabs.onRemoved.addListener(onRemoved);
    chrome.tabs.onActivated.addListener(onActivated);
    chrome.tabs.onDetached.addListener(onDetached);
    this.#stop = () => {
      chrome.tabs.onRemoved.removeListener(onRemoved);
      chrome.tabs.onActivated.removeListener(onActivated);
      chrome.tabs.onDetached.removeListener(onDetached);
    };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    this.#stop();
  }

  /** Makes sure that a capture of the window is one of this tab. @throws CaptureAbort */
  async assertInFront(): Promise<void> {
    const { tabId, windowId } = this.#target;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) throw new CaptureAbort("tab-closed");
    if (!tab.active || tab.windowId !== windowId) throw new CaptureAbort("hidden");
    this.signal.throwIfAborted();
  }

  /** What a failure that the browser reported in its own words comes from. */
  async explain(error: unknown, otherwise: CaptureAbortReason): Promise<CaptureAbort> {
    if (error instanceof CaptureAbort) return error;
    if (this.signal.aborted) return this.signal.reason as CaptureAbort;
    try {
      await this.assertInFront();
      const { state } = await chrome.windows.get(this.#target.windowId);
      return new CaptureAbort(state === "minimized" ? "hidden" : otherwise, error);
    } catch (found) {
      return found instanceof CaptureAbort ? found : new CaptureAbort(otherwise, error);
    }
  }
}
