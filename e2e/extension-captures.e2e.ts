import type { BrowserContext, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CaptureSite, startCaptureSite } from "./support/capture-site.ts";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { cut, differingPixels, type StoredCapture, storedCaptures, storedCount, workerOf } from "./support/stored-captures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

/** Flags that share a screen without a chooser or a person. */
const SCREEN = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];

let server: RunningServer;
let site: CaptureSite;
let world: ExtensionWorld;
let worker: Worker;

beforeAll(async () => {
  [server, site] = await Promise.all([startStoryServer(), startCaptureSite()]);
  world = await startExtensionWorld(server.url);
  worker = await workerOf(world.context);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
  await server?.stop();
});
beforeEach(() => prefer(worker, { afterCapture: "copy" }));

/** Sets the extension's local settings. No user is signed in in these tests. */
async function prefer(of: Worker, preferences: Record<string, unknown>): Promise<void> {
  await of.evaluate((given) => chrome.storage.local.set({ preferences: given }), preferences);
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

/** Clicks an element in the popup. The popup closes when the page takes over. */
async function pick(of: ExtensionWorld, page: Page, name: string): Promise<void> {
  const popup = await of.openPopup(page);
  await popup.click(name);
}

/** Runs an action and returns the capture that it creates. */
async function captureBy(of: Worker, act: () => Promise<void>): Promise<StoredCapture> {
  const before = await storedCount(of);
  await act();
  await expect.poll(() => storedCount(of), { timeout: 20_000 }).toBe(before + 1);
  return (await storedCaptures(of, 1))[0] as StoredCapture;
}

const overlayOpens = (page: Page, kind: "area" | "element") => page.locator(`stillreel-${kind}`).waitFor({ state: "attached" });

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

describe("an area", () => {
  test.each([1, 1.5, 2])(
    "is cut out pixel by pixel at %s device pixels a CSS pixel",
    async (scale) => {
      const dense = scale === 1 ? world : await startExtensionWorld(server.url, [`--force-device-scale-factor=${scale}`]);
      try {
        const its = await workerOf(dense.context);
        await prefer(its, { afterCapture: "copy" });
        const page = await openPage(dense.context, "/plain");
        const clip = { x: 101, y: 57, width: 333, height: 222 };
        const choose = async (): Promise<StoredCapture> =>
          captureBy(its, async () => {
            await pick(dense, page, "Select area");
            await overlayOpens(page, "area");
            await drag(page, [clip.x, clip.y], [clip.x + clip.width, clip.y + clip.height]);
            await page.keyboard.press("Enter");
          });
        const own = await page.screenshot();
        const taken = await choose();
        const at = (length: number): number => Math.round(length * scale);
        const box = {
          x: at(clip.x),
          y: at(clip.y),
          width: at(clip.x + clip.width) - at(clip.x),
          height: at(clip.y + clip.height) - at(clip.y),
        };
        expect([taken.width, taken.height]).toEqual([box.width, box.height]);
        expect(differingPixels(taken.png, cut(own, box))).toBe(0);
        expect(taken).toMatchObject({ title: "Plain totals", pageUrl: `${site.url}/plain`, record: { kind: "area" } });
        await page.close();
      } finally {
        if (dense !== world) await dense.close();
      }
    },
    40_000,
  );

  test("can be cancelled: the page received no event and is unchanged", async () => {
    const page = await openPage(world.context, "/hungry");
    const before = await page.content();
    await pick(world, page, "Select area");
    await overlayOpens(page, "area");
    await page.evaluate(() => Object.assign(window, { receivedEvents: 0 }));
    await drag(page, [200, 100], [400, 300]);
    await page.keyboard.press("Escape");
    expect(await page.locator("stillreel-area").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.content()).toBe(before);
    expect(await page.evaluate(() => (window as unknown as { receivedEvents: number }).receivedEvents)).toBe(0);
    await page.close();
  });

  test("needs a minimum size, and can be chosen by keys alone", async () => {
    const page = await openPage(world.context, "/rtl");
    const taken = await captureBy(worker, async () => {
      await pick(world, page, "Select area");
      await overlayOpens(page, "area");
      await page.mouse.click(300, 200);
      await drag(page, [300, 200], [301, 200]);
      expect(await page.locator("stillreel-area").count()).toBe(1);
      await page.keyboard.press("ArrowRight");
      for (const key of ["Alt+ArrowRight", "Alt+Shift+ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
      await page.keyboard.press("Enter");
    });
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    expect([taken.width, taken.height]).toEqual([Math.round(width / 2) + 1, Math.round(height / 2) + 10]);
    await page.close();
  });

  test("may be moved and resized before the capture", async () => {
    const page = await openPage(world.context, "/plain");
    const own = await page.screenshot();
    const taken = await captureBy(worker, async () => {
      await pick(world, page, "Select area");
      await overlayOpens(page, "area");
      await drag(page, [200, 120], [400, 320]);
      await drag(page, [300, 220], [350, 240]);
      await drag(page, [450, 340], [500, 360]);
      await page.keyboard.press("Enter");
    });
    expect(differingPixels(taken.png, cut(own, { x: 250, y: 140, width: 250, height: 220 }))).toBe(0);
    await page.close();
  });

  test.each(["/tall", "/app"])("that is dragged past the edge scrolls %s and becomes larger than the window", async (path) => {
    const page = await openPage(world.context, path);
    const height = await page.evaluate(() => innerHeight);
    const whole = await page.screenshot({ fullPage: true });
    const taken = await captureBy(worker, async () => {
      await pick(world, page, "Select area");
      await overlayOpens(page, "area");
      await page.mouse.move(260, 200);
      await page.mouse.down();
      await page.mouse.move(700, height - 2);
      const scrolled = (): Promise<number> =>
        page.evaluate(() => Math.max(scrollY, ...[...document.querySelectorAll("body > div")].map(({ scrollTop }) => scrollTop)));
      await expect.poll(scrolled, { timeout: 10_000 }).toBeGreaterThan(700);
      await page.mouse.move(700, 500);
      await page.mouse.up();
      await page.keyboard.press("Enter");
    });
    expect(taken.width).toBe(440);
    expect(taken.height).toBeGreaterThan(height);
    if (path === "/tall") expect(differingPixels(taken.png, cut(whole, { x: 260, y: 200, width: 440, height: taken.height }))).toBe(0);
    await page.close();
  });
});

describe("one element", () => {
  test("is captured as it is outlined; the arrow key selects its parent", async () => {
    const page = await openPage(world.context, "/plain");
    const own = await page.screenshot();
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      if (!found) throw new Error("It is not there.");
      const [x, y] = [Math.floor(found.x), Math.floor(found.y)];
      return { x, y, width: Math.ceil(found.x + found.width) - x, height: Math.ceil(found.y + found.height) - y };
    };
    const [heading, section] = [await box("#s1 h2"), await box("#s1")];
    const take = (up: boolean): Promise<StoredCapture> =>
      captureBy(worker, async () => {
        await pick(world, page, "One element");
        await overlayOpens(page, "element");
        await page.mouse.move(heading.x + 20, heading.y + 12);
        if (up) await page.keyboard.press("ArrowUp");
        await page.mouse.click(heading.x + 20, heading.y + 12);
      });
    expect(differingPixels((await take(false)).png, cut(own, heading))).toBe(0);
    expect(differingPixels((await take(true)).png, cut(own, section))).toBe(0);
    await page.close();
  });

  test("may be taller than the window", async () => {
    const page = await openPage(world.context, "/tall");
    const whole = await page.screenshot({ fullPage: true });
    const { height } = (await page.locator("main").boundingBox()) ?? { height: 0 };
    const taken = await captureBy(worker, async () => {
      await pick(world, page, "One element");
      await overlayOpens(page, "element");
      await page.mouse.move(10, 300);
      await page.keyboard.press("Enter");
    });
    expect(taken.height).toBe(Math.ceil(height));
    expect(differingPixels(taken.png, cut(whole, { x: 0, y: 0, width: taken.width, height: taken.height }))).toBe(0);
    await page.close();
  });
});

test("the visible area has the requested stamp above it, and the redactions move with the picture", async () => {
  const page = await openPage(world.context, "/plain");
  const own = await page.screenshot();
  const plain = await captureBy(worker, () => pick(world, page, "Visible area"));
  expect(differingPixels(plain.png, own)).toBe(0);
  await prefer(worker, { afterCapture: "copy", stampDateAndUrl: true });
  const stamped = await captureBy(worker, () => pick(world, page, "Visible area"));
  expect([stamped.width, stamped.height]).toEqual([plain.width, plain.height + 30]);
  expect(differingPixels(cut(stamped.png, { x: 0, y: 30, width: plain.width, height: plain.height }), own)).toBe(0);
  const line = cut(stamped.png, { x: 0, y: 0, width: plain.width, height: 29 });
  const white = cut(stamped.png, { x: 700, y: 0, width: 2, height: 2 });
  expect(differingPixels(white, cut(line, { x: 2, y: 2, width: 2, height: 2 }))).toBe(0);
  // Text at both ends, nothing in the middle.
  const empty = cut(line, { x: 600, y: 0, width: 200, height: 29 });
  expect(differingPixels(empty, cut(line, { x: 0, y: 0, width: 200, height: 29 }))).toBeGreaterThan(100);
  expect(differingPixels(empty, cut(line, { x: plain.width - 200, y: 0, width: 200, height: 29 }))).toBeGreaterThan(100);
  const [before, after] = [plain.record.sensitive[0], stamped.record.sensitive[0]];
  expect(before?.kind).toBe("email");
  expect(after).toEqual({ ...before, y: (before?.y ?? 0) + 30 });
  await page.close();
});

test("the full page, from the popup that shows the progress; after a cancel, the page is unchanged", async () => {
  const page = await openPage(world.context, "/tall");
  const whole = await page.screenshot({ fullPage: true });
  await page.evaluate(() => scrollTo(0, 321));
  const before = await page.content();
  const popup = await world.openPopup(page);
  await popup.click("Full page");
  await popup.waitForText(" of ");
  await popup.click("Cancel");
  await expect.poll(() => worker.evaluate(() => chrome.storage.session.get("run"))).toEqual({});
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(321);
  expect(await page.content()).toBe(before);
  const taken = await captureBy(worker, () => popup.click("Full page"));
  await popup.close();
  expect(differingPixels(taken.png, whole)).toBe(0);
  await page.close();
});

test("a delay of three seconds leaves the page usable, and the countdown is in no picture", async () => {
  const page = await openPage(world.context, "/hungry");
  const hidden = hideNextToast(page);
  const taken = await captureBy(worker, async () => {
    await pick(world, page, "In 3 seconds");
    await page.locator("stillreel-countdown").waitFor({ state: "attached" });
    expect(await worker.evaluate(() => chrome.action.getBadgeText({}))).toMatch(/^[123]$/u);
    await page.getByRole("button", { name: "press" }).click();
  });
  await hidden;
  expect(differingPixels(taken.png, await page.screenshot())).toBe(0);
  await page.close();
});

/** Removes the next toast when it appears: it disappears after a while, and a slow machine may miss it. */
function hideNextToast(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const toast = document.querySelector("stillreel-toast");
          if (!toast) return;
          toast.remove();
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { childList: true, subtree: true });
      }),
  );
}

test("Escape ends the countdown", async () => {
  const page = await openPage(world.context, "/plain");
  const before = await storedCount(worker);
  await pick(world, page, "In 3 seconds");
  await page.locator("stillreel-countdown").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.locator("stillreel-countdown").waitFor({ state: "detached" });
  expect(await storedCount(worker)).toBe(before);
  await page.close();
});

test("the context menu starts every kind of capture", async () => {
  const page = await openPage(world.context, "/plain");
  // A test cannot click a browser menu: the button grants access to the page, and the browser's event is dispatched.
  const popup = await world.openPopup(page);
  await popup.close();
  const taken = await captureBy(worker, async () => {
    await worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const clicked = chrome.contextMenus.onClicked as unknown as { dispatch(info: object, tab: chrome.tabs.Tab | undefined): void };
      clicked.dispatch({ menuItemId: "visible", editable: false, pageUrl: "" }, tab);
    });
  });
  expect(taken.record.kind).toBe("visible");
  await page.close();
});

test("the sharing of a screen ends after the capture", async () => {
  const other = await startExtensionWorld(server.url, SCREEN);
  try {
    const its = await workerOf(other.context);
    await prefer(its, { afterCapture: "copy" });
    const page = await openPage(other.context, "/plain");
    const taken = await captureBy(its, () => pick(other, page, "Screen or window"));
    expect(taken).toMatchObject({ pageUrl: null, record: { kind: "screen" } });
    expect(taken.width).toBeGreaterThan(100);
    const open = (): Promise<number> =>
      its.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT" as chrome.runtime.ContextType] })).length,
      );
    await expect.poll(open).toBe(0);
  } finally {
    await other.close();
  }
}, 40_000);

test.each([
  ["chrome://version/", "Select area", "doesn't allow extensions on this page"],
  ["about:blank", "Visible area", "Your browser doesn't allow"],
  ["document", "Full page", "In the PDF viewer, only the visible area"],
  ["document", "One element", "In the PDF viewer, only the visible area"],
])("what the browser forbids is said in the popup: %s, %s", async (address, tile, words) => {
  const page = await world.context.newPage();
  await page.goto(address.includes(":") ? address : `${site.url}/${address}`).catch(() => undefined);
  const popup = await world.openPopup(page);
  await popup.click(tile);
  await popup.waitForText(words);
  await popup.close();
  await page.close();
});

test("a capture during a running one is refused, and the running one continues", async () => {
  const page = await openPage(world.context, "/tall");
  const taken = await captureBy(worker, async () => {
    const popup = await world.openPopup(page);
    await popup.click("Full page");
    await popup.waitForText(" of ");
    const second = await popup.evaluate<{ ok: boolean; reason: string }>(
      `chrome.tabs.query({active:true,currentWindow:true}).then(([tab]) => chrome.runtime.sendMessage({to:"background",name:"capture.start",request:{tabId:tab.id,windowId:tab.windowId,kind:"visible",seconds:3,isWhole:false}})).then(({reply}) => reply)`,
    );
    expect(second).toMatchObject({ ok: false, reason: "busy" });
    await popup.close();
  });
  expect(taken.record.kind).toBe("full-page");
  await page.close();
});
