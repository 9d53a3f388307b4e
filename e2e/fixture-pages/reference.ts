import type { CDPSession, Page } from "playwright-core";
import type { FixturePage } from "./fixture.types.ts";

/** Chromium never draws more than this in one image here. Taller references are taken in bands. */
const BAND_PX = 8_000;

interface Extent {
  /** Size of the window, in CSS pixels. */
  window: { width: number; height: number };
  /** Width without the document's scrollbars. */
  width: number;
  height: number;
  /** Size of the content outside the visible area. */
  hiddenX: number;
  hiddenY: number;
}

/** Loads all content: scrolls through the page, waits for its images, and stops everything that moves. */
async function settle(page: Page, scroller: string | undefined, limitPx: number): Promise<void> {
  await page.evaluate(
    async ([selector, limit]) => {
      const found = selector ? document.querySelector(selector) : document.scrollingElement;
      const element = ((found as HTMLIFrameElement).contentDocument?.scrollingElement ?? found) as Element;
      const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      for (let y = -element.scrollHeight; y < Math.min(element.scrollHeight, limit); y += innerHeight / 2) {
        element.scrollTo({ top: y, behavior: "instant" });
        await frame();
        await frame();
        // An endless page needs time to grow.
        const before = element.scrollHeight;
        for (
          let waits = 0;
          waits < 40 && limit < Number.MAX_SAFE_INTEGER && y + innerHeight >= before && element.scrollHeight === before;
          waits += 1
        )
          await new Promise((resolve) => setTimeout(resolve, 25));
        for (
          let waits = 0;
          waits < 40 && [...document.images].some((image) => image.dataset["src"] && !image.src && isNear(image));
          waits += 1
        )
          await new Promise((resolve) => setTimeout(resolve, 25));
      }
      function isNear(image: Element): boolean {
        const box = image.getBoundingClientRect();
        return box.top < innerHeight && box.bottom > 0;
      }
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await document.fonts.ready;
      element.scrollTo({ top: 0, left: 0, behavior: "instant" });
      await frame();
      await frame();
    },
    [scroller ?? "", limitPx] as const,
  );
}

/** Sets animations to the product's rule: finite ones to their end, infinite ones to their start. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "*{caret-color:transparent!important;scroll-snap-type:none!important}";
    document.head.append(style);
    const inside = [...document.querySelectorAll("iframe")].flatMap(({ contentDocument }) => contentDocument?.getAnimations() ?? []);
    for (const animation of [...document.getAnimations(), ...inside]) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) {
        animation.pause();
        animation.currentTime = 0;
      } else animation.finish();
    }
    for (const svg of document.querySelectorAll("svg")) {
      svg.pauseAnimations();
      svg.setCurrentTime(0);
    }
  });
}

const extentOf = (page: Page, scroller: string | undefined): Promise<Extent> =>
  page.evaluate((selector) => {
    const found = selector ? document.querySelector(selector) : document.scrollingElement;
    const element = ((found as HTMLIFrameElement).contentDocument?.scrollingElement ?? found) as Element;
    return {
      window: { width: innerWidth, height: innerHeight },
      width: document.documentElement.clientWidth,
      height: document.compatMode === "CSS1Compat" ? document.documentElement.clientHeight : innerHeight,
      hiddenX: element.scrollWidth - element.clientWidth,
      hiddenY: element.scrollHeight - element.clientHeight,
    };
  }, scroller ?? "");

/** Returns the content's height with its fraction. Other APIs count whole CSS pixels, which are no whole device pixels when zoomed. */
const exactHeight = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.getBoundingClientRect().height);

/** Preserves the space of scrollbars after scrolling is no longer necessary, so that the layout does not change. */
async function preserveGutters(page: Page, selector: string | undefined): Promise<void> {
  await page.evaluate((selected) => {
    const root = document.documentElement;
    const found = selected ? document.querySelector<HTMLElement>(selected) : null;
    const frame = (found as HTMLIFrameElement | null)?.contentDocument;
    const inner = (frame?.documentElement ?? found) as HTMLElement | null;
    const element = inner ?? root;
    const around = frame ? (found as HTMLElement) : inner;
    const across = inner && around ? around.offsetHeight - inner.clientHeight > 1 : root.clientHeight < innerHeight;
    const down = inner && around ? around.offsetWidth - inner.clientWidth > 1 : root.clientWidth < innerWidth;
    if (inner) inner.style.scrollbarColor = "transparent transparent";
    if (across) element.style.overflowX = "scroll";
    if (down) element.style.overflowY = "scroll";
  }, selector ?? "");
}

/** Makes the window so large that nothing has to scroll. Sizes are in the window's pixels, which zoom does not change. */
async function growWindow(page: Page, cdp: CDPSession, { scroller, zoom = 1, deviceScale = 1 }: FixturePage): Promise<Extent> {
  let extent = await extentOf(page, scroller);
  for (let round = 0; round < 4 && extent.hiddenX + extent.hiddenY > 0; round += 1) {
    const size = {
      width: Math.ceil((extent.window.width + extent.hiddenX) * zoom),
      height: Math.ceil((extent.window.height + extent.hiddenY) * zoom),
    };
    await cdp.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: deviceScale, mobile: false });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await settleGrown(page);
    extent = await extentOf(page, scroller);
  }
  return extent;
}

async function settleGrown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** Takes Chromium's screenshot of a whole page, in PNG bands from top to bottom. The page is left modified: reload it afterwards. */
export async function referenceOf(page: Page, fixture: FixturePage): Promise<Buffer[]> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await settle(page, fixture.scroller, fixture.limitPx ?? Number.MAX_SAFE_INTEGER);
    if (fixture.reference === "tall-window") await preserveGutters(page, fixture.scroller);
    if (fixture.referenceStyle) await page.addStyleTag({ content: fixture.referenceStyle });
    await still(page);
    const isTall = fixture.reference === "tall-window";
    const extent = isTall ? await growWindow(page, cdp, fixture) : await extentOf(page, fixture.scroller);
    await still(page);
    const zoom = fixture.zoom ?? 1;
    const full = { width: extent.width + extent.hiddenX, height: extent.height + extent.hiddenY };
    // No window can scroll to a last row of pixels that only partly contains content.
    if (fixture.zoom && !fixture.scroller) full.height = Math.floor((await exactHeight(page)) * zoom + 0.01) / zoom;
    const width = Math.round(full.width * zoom);
    const height = Math.round(Math.min(full.height, fixture.limitPx ?? full.height) * zoom);
    const bands: Buffer[] = [];
    for (let y = 0; y < height; y += BAND_PX) {
      const clip = { x: 0, y, width, height: Math.min(BAND_PX, height - y), scale: 1 };
      const shot = { format: "png", captureBeyondViewport: !isTall, optimizeForSpeed: true, clip } as const;
      // The first screenshot beyond the viewport in a new browser is not reliable.
      if (!isTall && y === 0) await cdp.send("Page.captureScreenshot", shot);
      bands.push(Buffer.from((await cdp.send("Page.captureScreenshot", shot)).data, "base64"));
    }
    return bands;
  } finally {
    await cdp.send("Emulation.clearDeviceMetricsOverride").catch(() => undefined);
    await cdp.detach().catch(() => undefined);
  }
}
