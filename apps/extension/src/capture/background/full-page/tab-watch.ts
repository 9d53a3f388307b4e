import type { TabTarget } from "../../../shared/core/tab-target.ts";
import { CaptureAbort, type CaptureAbortReason } from "./captured.ts";

/** Detects immediately when the captured tab closes or is no longer active in its window. */
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

  /** Checks that a capture of the window shows this tab. @throws CaptureAbort */
  async assertInFront(): Promise<void> {
    const { tabId, windowId } = this.#target;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (!tab) throw new CaptureAbort("tab-closed");
    if (!tab.active || tab.windowId !== windowId) throw new CaptureAbort("hidden");
    this.signal.throwIfAborted();
  }

  /** Converts an error text of the browser into an abort reason. */
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
