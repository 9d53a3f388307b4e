import type { BrowserContext, CDPSession, Page } from "playwright-core";

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
}

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

const POLL_MS = 25;
const TIMEOUT_MS = 15_000;
/** Minimum time for which a popup must exist to count as open, in milliseconds. */
const STAYS_MS = 100;
const GONE = "The popup is gone.";

/** Polls until there is a result. */
async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Runs commands in one target: a popup is no Playwright page, so it is controlled through a nested protocol session. */
class TargetSession {
  readonly #cdp: CDPSession;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #isGone = false;
  #nextId = 1;

  private constructor(cdp: CDPSession, sessionId: string) {
    this.#cdp = cdp;
    this.#sessionId = sessionId;
    cdp.on("Target.receivedMessageFromTarget", (event) => {
      if (event.sessionId !== sessionId) return;
      const reply = JSON.parse(event.message) as Reply;
      if (reply.id === undefined) return;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    // A response of a closed popup would never arrive.
    cdp.on("Target.detachedFromTarget", (event) => {
      if (event.sessionId !== sessionId) return;
      this.#isGone = true;
      for (const [id, answer] of this.#waiting) answer({ id, error: { message: GONE } });
      this.#waiting.clear();
    });
  }

  static async attach(cdp: CDPSession, targetId: string): Promise<TargetSession> {
    const { sessionId } = await cdp.send("Target.attachToTarget", { targetId, flatten: false });
    return new TargetSession(cdp, sessionId);
  }

  async send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    if (this.#isGone) throw new Error(`${method}: ${GONE}`);
    const id = this.#nextId++;
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.#cdp
        .send("Target.sendMessageToTarget", { sessionId: this.#sessionId, message: JSON.stringify({ id, method, params }) })
        .catch(reject);
    });
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result ?? {};
  }
}

async function targets(cdp: CDPSession): Promise<TargetInfo[]> {
  const { targetInfos } = await cdp.send("Target.getTargets", { filter: [{}] } as never);
  return targetInfos;
}

/** The extension's popup. A click on its toolbar button opens it and also grants access to the active page (activeTab). */
export class ExtensionPopup {
  readonly #cdp: CDPSession;
  readonly #session: TargetSession;
  readonly #targetId: string;

  private constructor(cdp: CDPSession, session: TargetSession, targetId: string) {
    this.#cdp = cdp;
    this.#session = session;
    this.#targetId = targetId;
  }

  /** Clicks the extension's toolbar button while `page` is active. */
  static async open(context: BrowserContext, page: Page, extensionId: string): Promise<ExtensionPopup> {
    const browser = context.browser();
    if (!browser) throw new Error("This context has no browser of its own.");
    await page.bringToFront();
    const cdp = await browser.newBrowserCDPSession();
    const own = await context.newCDPSession(page);
    const { targetInfo } = await own.send("Target.getTargetInfo");
    await own.detach();
    // The click belongs to the tab and not to the page in it: tabs are separate targets.
    const tab = (await targets(cdp)).find((target) => target.type === "tab" && target.url === targetInfo.url);
    if (!tab) throw new Error(`No tab shows ${targetInfo.url}.`);
    return until("the popup opens and stays", async () => {
      await ExtensionPopup.#closeOpenTarget(cdp, extensionId);
      await cdp.send("Extensions.triggerAction" as never, { id: extensionId, targetId: tab.targetId } as never);
      const popup = await ExtensionPopup.#find(cdp, extensionId);
      // A tab that is just closing also closes a popup that was opened meanwhile.
      await new Promise((resolve) => setTimeout(resolve, STAYS_MS));
      return (await ExtensionPopup.#openTarget(cdp, extensionId))?.targetId === popup.#targetId ? popup : undefined;
    });
  }

  /** Returns the popup that the extension opens automatically. (A click on the toolbar button would close it.) */
  static async opened(context: BrowserContext, extensionId: string): Promise<ExtensionPopup> {
    const browser = context.browser();
    if (!browser) throw new Error("This context has no browser of its own.");
    return ExtensionPopup.#find(await browser.newBrowserCDPSession(), extensionId);
  }

  static async #openTarget(cdp: CDPSession, extensionId: string): Promise<TargetInfo | undefined> {
    const url = `chrome-extension://${extensionId}/popup.html`;
    return (await targets(cdp)).find((target) => target.type === "page" && target.url.startsWith(url));
  }

  /** Closes an open popup first: a click would close it, and a closing one would be mistaken for the next one. */
  static async #closeOpenTarget(cdp: CDPSession, extensionId: string): Promise<void> {
    await until("the popup of before is gone", async () => {
      const openTarget = await ExtensionPopup.#openTarget(cdp, extensionId);
      if (openTarget) await cdp.send("Target.closeTarget", { targetId: openTarget.targetId }).catch(() => undefined);
      return !openTarget;
    });
  }

  static async #find(cdp: CDPSession, extensionId: string): Promise<ExtensionPopup> {
    const popup = await until("the popup opens", () => ExtensionPopup.#openTarget(cdp, extensionId));
    const session = await TargetSession.attach(cdp, popup.targetId);
    return new ExtensionPopup(cdp, session, popup.targetId);
  }

  /** Evaluates an expression in the popup. Promises are awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Returns its visible text. */
  async text(): Promise<string> {
    return this.evaluate<string>('document.body?.innerText ?? ""');
  }

  /** Waits until it contains a text. */
  async waitForText(text: string, timeoutMs = TIMEOUT_MS): Promise<void> {
    let last = "";
    await until(`the popup says "${text}"`, async () => (last = await this.text()).includes(text), timeoutMs).catch((error: unknown) => {
      throw new Error(`${String(error)} It says: ${last}`);
    });
  }

  /**
   * Clicks the button or link with this text or name with the mouse, once it is visible and does not move. A message that appears between
   * the two moves it, and the click misses: then it is clicked again.
   */
  async click(name: string): Promise<void> {
    const find = `(() => { const all = [...document.querySelectorAll("button:enabled, a[href]")];
      const found = all.find((node) => (node.getAttribute("aria-label") ?? node.innerText).includes(${JSON.stringify(name)}));
      if (!found) return null; found.scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = found.getBoundingClientRect(); const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!found.contains(document.elementFromPoint(x, y))) return null;
      window.isHit = false; found.addEventListener("mousedown", () => (window.isHit = true), { once: true });
      return { x, y }; })()`;
    await until(`the click on "${name}" hits it`, async () => {
      await this.#press(name, find);
      // A popup that has closed was hit.
      return this.evaluate<boolean>("window.isHit").catch(() => true);
    });
  }

  /** Clicks the position that an expression returns twice in succession. */
  async #press(name: string, find: string): Promise<void> {
    let before = "";
    const at = await until(`the popup shows "${name}"`, async () => {
      const found = await this.evaluate<{ x: number; y: number } | null>(find);
      const isStill = found !== null && JSON.stringify(found) === before;
      before = JSON.stringify(found);
      return isStill && found;
    });
    const press = { ...at, button: "left", clickCount: 1 };
    await this.#session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
    await this.#session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
  }

  /** Returns a screenshot as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = (await this.#session.send("Page.captureScreenshot", { format: "png" })) as { data: string };
    return Buffer.from(data, "base64");
  }

  /** Closes it, as a click beside it does, and waits until it is gone: an extension with an open popup shows no toast. */
  async close(): Promise<void> {
    await this.#cdp.send("Target.closeTarget", { targetId: this.#targetId }).catch(() => undefined);
    await until("the popup closes", async () => (await targets(this.#cdp)).every(({ targetId }) => targetId !== this.#targetId));
    await this.#cdp.detach();
  }
}
