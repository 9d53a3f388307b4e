import { CaptureAbort } from "./captured.ts";
import { PAGE_API, type PageApi } from "../../core/full-page-session.ts";
import type { TabWatch } from "./tab-watch.ts";

/** Scripts that are injected into the page for one run, in this order; see `entrypoints/full-page-page.ts`. */
const PAGE_SCRIPTS = ["/full-page-parts-page.js", "/full-page-page.js"];
/** Longer than any wait of the page script. */
const ANSWER_MS = 30_000;

type Answer = { found: false } | { found: true; value: unknown };

/** Calls a method of the injected script. Runs inside the page. */
async function callInPage(api: string, name: string, args: unknown[]): Promise<Answer> {
  const session = (globalThis as unknown as Record<string, Record<string, (...given: unknown[]) => unknown> | undefined>)[api];
  if (!session) return { found: false };
  return { found: true, value: (await session[name]?.(...args)) ?? null };
}

/** Connection to the script in the page. */
export class PageLink {
  readonly #tabId: number;
  readonly #watch: TabWatch;
  readonly #signal: AbortSignal;

  constructor(tabId: number, watch: TabWatch, signal: AbortSignal) {
    this.#tabId = tabId;
    this.#watch = watch;
    this.#signal = signal;
  }

  /** Injects the script into the page. @throws CaptureAbort not-capturable when the browser refuses */
  async inject(): Promise<void> {
    try {
      await chrome.scripting.executeScript({ target: { tabId: this.#tabId }, files: PAGE_SCRIPTS });
    } catch (error) {
      throw await this.#watch.explain(error, "not-capturable");
    }
  }

  /**
   * Calls a method and waits for its result.
   * @throws CaptureAbort `navigated` when the script no longer exists; the signal's reason when it aborts first
   */
  async call<N extends keyof PageApi>(name: N, ...args: Parameters<PageApi[N]>): Promise<Awaited<ReturnType<PageApi[N]>>> {
    this.#signal.throwIfAborted();
    const answer = await this.#raced(this.#ask(name, args));
    if (!answer?.found) throw await this.#watch.explain(new Error("The page has no session any more."), "navigated");
    return answer.value as Awaited<ReturnType<PageApi[N]>>;
  }

  /** Restores the page if it still exists. */
  async end(): Promise<void> {
    await this.#ask("end", []).catch(() => null);
  }

  async #ask(name: string, args: unknown[]): Promise<Answer | undefined> {
    try {
      const [given] = await chrome.scripting.executeScript({
        target: { tabId: this.#tabId },
        func: callInPage,
        args: [PAGE_API, name, args],
      });
      return given?.result;
    } catch (error) {
      throw await this.#watch.explain(error, "navigated");
    }
  }

  async #raced<T>(answer: Promise<T>): Promise<T> {
    const signal = this.#signal;
    let stop = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      const late = setTimeout(() => reject(new CaptureAbort("navigated", new Error("The page does not answer."))), ANSWER_MS);
      const onAbort = (): void => reject(signal.reason as Error);
      signal.addEventListener("abort", onAbort, { once: true });
      stop = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", onAbort);
      };
    });
    try {
      return await Promise.race([answer, ended]);
    } finally {
      stop();
      answer.catch(() => undefined);
    }
  }
}
