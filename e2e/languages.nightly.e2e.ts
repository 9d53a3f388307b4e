import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, getShare, sendResetPasswordEmail, uploadVideo } from "@stillreel/contract";
import { BASE_LANGUAGE, directionOf, LONG_LANGUAGE, TRANSLATED } from "@stillreel/i18n";
import { video } from "@stillreel/testing/video";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { rest } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

/** Folder of screenshots for review. They are not part of the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../.cache/languages");
const WIDTHS = [390, 1440] as const;
const LANGUAGES = [...TRANSLATED.filter((tag) => tag !== BASE_LANGUAGE), LONG_LANGUAGE];

const stage = setStage({});
let person: Person;
let addresses: Record<string, string>;

// The first account of a server is its administrator.
beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Lena Language");
  addresses = await listAddresses(person);
});

/** Creates the items of the screens and returns the address of each main screen. */
async function listAddresses(owner: Person): Promise<Record<string, string>> {
  const { client } = owner;
  const params = { workspaceId: "personal" };
  const imageId = await uploadPicture(owner, "Broken button", [180, 60, 60]);
  await uploadPicture(owner, "Départ / Abfahrt / مغادرة", [60, 60, 160]);
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 2 }))], { type: "video/mp4" }), "Tour.mp4");
  const { id: videoId } = await client.call(uploadVideo, { params, body });
  const { slug } = await client.call(getShare, { params: { ...params, itemId: videoId } });
  const workspace = await client.call(createWorkspace, { query: { name: "Night shift" } });
  await client.call(sendResetPasswordEmail, { body: { email: owner.email } });
  return {
    images: "/images",
    trash: "/trash",
    item: `/images/${imageId}`,
    annotate: `/images/${imageId}/annotate`,
    video: `/videos/${videoId}`,
    "video-edit": `/videos/${videoId}/edit`,
    requests: "/requests",
    record: "/record",
    preferences: "/preferences",
    notifications: "/account/notifications",
    security: "/account/security",
    members: `/w/${workspace.id}/members`,
    administration: "/admin/people",
    "administration-workspaces": "/admin/workspaces",
    "administration-storage": "/admin/storage",
    "administration-jobs": "/admin/jobs",
    "administration-outbox": "/admin/outbox",
    "administration-server": "/admin/server",
    "administration-health": "/admin/health",
    help: "/help/share-links",
    public: `/s/${slug}`,
  };
}

/** What a screen shows when its data is loaded. Other screens have a main part. */
const LANDMARKS: Record<string, string> = {
  administration: "main tbody tr",
  "administration-workspaces": "main tbody tr",
  "administration-storage": "main form",
  "administration-jobs": "main dl dd",
  "administration-outbox": "main tbody tr",
  "administration-server": "main form",
  "administration-health": "main li",
};

/** Runs in the page: texts of controls that are cut off or covered by other controls, and texts that are keys instead of texts. */
function textFaults(): string[] {
  const CONTROLS = "button, a, [role=tab], [role=menuitem], input, select";
  const visible = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const cut = [...document.querySelectorAll("button, button span, nav a span, [role=tab], [role=menuitem], label, th, h1, h2, h3, legend")]
    .filter((element) => visible(element) && element.querySelector("bdi, [title]") === null)
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return (
        (overflowX === "hidden" || textOverflow === "ellipsis") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 2
      );
    })
    .map((element) => `cut off: ${element.textContent}`);
  const covered = [...document.querySelectorAll<HTMLElement>("button, [role=tab]")]
    .filter((element) => visible(element) && element.textContent !== "")
    .flatMap((element) => {
      const { left, right, top, height } = element.getBoundingClientRect();
      return [left + 4, right - 4].flatMap((x) => {
        const above = document.elementFromPoint(x, top + height / 2)?.closest(CONTROLS);
        const isOther = above && above !== element && !above.contains(element) && !element.contains(above);
        // A bar at an edge of the window covers what scrolls below it.
        return isOther && above.parentElement?.parentElement === element.parentElement?.parentElement
          ? [`covered by "${above.textContent}": ${element.textContent}`]
          : [];
      });
    });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const keys: string[] = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode as Text;
    const text = nodeValue?.trim() ?? "";
    if (parentElement && visible(parentElement) && (/^[a-z]+(?:[.:][a-zA-Z]+){1,4}$/u.test(text) || text.includes("{{")))
      keys.push(`a key: ${text}`);
  }
  const wide = [...document.querySelectorAll("[role=toolbar]")]
    .filter((bar) => visible(bar) && getComputedStyle(bar).overflowX === "visible" && bar.scrollWidth > bar.clientWidth + 1)
    .map((bar) => `wider than its room by ${bar.scrollWidth - bar.clientWidth} px: ${bar.getAttribute("aria-label")}`);
  const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return [...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []), ...cut, ...covered, ...wide, ...keys];
}

async function faultsOf(page: Page, address: URL, language: string, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (width === WIDTHS[0]) await page.goto(address.href);
    await page
      .locator(LANDMARKS[name] ?? "main, [role=main], canvas")
      .first()
      .waitFor({ timeout: 20_000 });
    await page.waitForFunction((direction) => document.documentElement.dir === direction, directionOf(language));
    await rest(page);
    await page.screenshot({ path: path.join(FOLDER, `${language}-${name}-${width}.png`) });
    faults.push(...(await page.evaluate(textFaults)).map((fault) => `${language} ${name} ${width}: ${fault}`));
  }
  return faults;
}

test.each(LANGUAGES)("no main screen is cut off, scrolls sideways or shows keys: %s", { timeout: 300_000 }, async (language) => {
  await mkdir(FOLDER, { recursive: true });
  const { server, browser } = stage;
  const page = await openAs(browser, server.url, person, { reducedMotion: "reduce" });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${language}: ${error.message}`));
  page.on("dialog", (dialog) => void dialog.accept());
  for (const [name, where] of Object.entries(addresses)) {
    const address = new URL(where, server.url);
    address.searchParams.set("lng", language);
    faults.push(...(await faultsOf(page, address, language, name)));
  }
  await page.context().close();
  expect(faults).toEqual([]);
});
