import {
  addReaction,
  createComment,
  createRequest,
  deleteFolder,
  deleteShare,
  favoriteFolder,
  favoriteItems,
  getShare,
  trashItems,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { administrationScreens } from "./administration-screens.ts";
import { itemLink, makeFolder, openLibrary } from "./library-page.ts";
import { type Person, registerPerson, signIn, uploadPicture } from "./people.ts";
import type { Screen } from "./screen.ts";
import { workspaceScreens } from "./workspace-screens.ts";

/** Size and theme of a page when it is loaded. */
interface FirstAppearance {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

/** Receives the console messages and errors of a page while a screen is open. */
interface Listener {
  console(message: ConsoleMessage): void;
  error(error: Error): void;
}

/** Browser windows with one page each, one window per user. */
export interface Windows {
  /** Loads a screen into the window of its user, until its landmark is visible. */
  open(screen: Screen, appearance: FirstAppearance, language: string, listener: Listener): Promise<Page>;
  close(): Promise<void>;
}

interface Window {
  page: Page;
  listener: Listener;
}

/** Creates windows. As for users, the product's code is loaded once per window and not for every page. */
export function createWindows(browser: Browser, serverUrl: string): Windows {
  const windows = new Map<string, Window>();
  const make = async ({ person, remembered = {} }: Screen, listener: Listener): Promise<Window> => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    if (person) await signIn(context, serverUrl, person);
    await context.addInitScript(beforePage, remembered);
    const window = { page: await context.newPage(), listener };
    window.page.on("console", (message) => window.listener.console(message));
    window.page.on("pageerror", (error) => window.listener.error(error));
    // Accepts the question whether to leave the page.
    window.page.on("dialog", (dialog) => void dialog.accept());
    return window;
  };
  return {
    async open(screen, { width, height, colorScheme }, language, listener) {
      const key = JSON.stringify([screen.person?.email, screen.remembered]);
      const window = windows.get(key) ?? (await make(screen, listener));
      windows.set(key, window);
      const { page } = window;
      try {
        window.listener = listener;
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.mouse.move(0, 0);
        await load(page, serverUrl, screen, language);
        return page;
      } catch (error) {
        windows.delete(key);
        await page.context().close();
        throw error;
      }
    },
    async close() {
      for (const { page } of windows.values()) await page.context().close();
    },
  };
}

/** Runs in a page before its scripts. Restores the data of earlier visits. */
function beforePage(remembered: Record<string, string>): void {
  for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value);
}

async function load(page: Page, serverUrl: string, { path, prepare, tab, landmark }: Screen, language: string): Promise<void> {
  const address = new URL(serverUrl + path);
  // A language without texts sets the direction only.
  address.searchParams.set("lng", language);
  // A preview of the previous screen would continue in the same tab.
  if (page.url().startsWith(serverUrl)) await page.evaluate(() => sessionStorage.clear());
  if (prepare) {
    await openLibrary(page, address.href);
    await prepare(page);
  } else await page.goto(address.href);
  if (tab !== undefined) await page.getByRole("tab", { name: tab }).click();
  await page.getByRole(landmark.role, { name: landmark.name }).first().waitFor({ timeout: 15_000 });
}

/** Waits until a screen has its final state, with its landmark. */
export async function settle(page: Page, { landmark }: Screen): Promise<void> {
  await page.getByRole(landmark.role, { name: landmark.name }).first().waitFor({ timeout: 15_000 });
  await rest(page);
}

/** Waits until a page is idle: fonts and images are loaded, and no finite animation runs. */
export async function rest(page: Page): Promise<void> {
  // Lazy images that a narrow screen hides never load.
  await page.waitForFunction(
    () => document.fonts.status === "loaded" && [...document.images].every((image) => image.complete || !image.checkVisibility()),
    undefined,
    { timeout: 10_000 },
  );
  // Two frames: an animation that a change starts is known in the next frame.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Tests every screen, two in parallel, and collects their faults. Each of the two has separate windows, because tabs of one
 * window would be resized together.
 */
export async function forEachScreen(
  screens: readonly Screen[],
  openWindows: () => Windows,
  appearance: (windows: Windows, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const left = screens.values();
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    const windows = openWindows();
    try {
      for (const screen of left) faults.push(...(await appearance(windows, screen)));
    } finally {
      await windows.close();
    }
  };
  await Promise.all([work(), work()]);
  return faults;
}

interface Library {
  folderId: string;
  emptyFolderId: string;
  imageId: string;
  binnedId: string;
  videoId: string;
  videoSlug: string;
  requestSlug: string;
}

/** Creates folders, a video, stars and trash: a library in use. */
async function fillLibrary(owner: Person): Promise<Library> {
  const { client } = owner;
  const params = { workspaceId: "personal" };
  const folderId = await makeFolder(owner, "Bugs, checkout");
  const emptyFolderId = await makeFolder(owner, "A name of thirty-five characters…!");
  await makeFolder(owner, "Inside", folderId);
  const imageId = await uploadPicture(owner, "Broken button", [180, 60, 60], { folderId, pageUrl: "https://shop.example/checkout?step=3" });
  const binnedId = await uploadPicture(owner, "Yesterday’s attempt", [80, 80, 80]);
  await client.call(trashItems, { params, body: { itemIds: [binnedId] } as never });
  const deletedId = await makeFolder(owner, "Another name of thirty-five letters", folderId);
  await client.call(deleteFolder, { params: { ...params, folderId: deletedId }, query: {} });
  await client.call(favoriteItems, { params, body: { itemIds: [imageId] } as never });
  await client.call(favoriteFolder, { params: { ...params, folderId }, body: { favorite: true } });
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 2 }))], { type: "video/mp4" }), "Tour of the new checkout.mp4");
  const { id: videoId } = await client.call(uploadVideo, { params, body });
  const { slug: videoSlug } = await client.call(getShare, { params: { ...params, itemId: videoId } });
  await client.call(createComment, { params: { itemId: imageId }, body: { text: "Which button?", at: { x: 0.3, y: 0.4 } } });
  const comment = await client.call(createComment, { params: { itemId: videoId }, body: { text: "See https://shop.example/tour", at: 1 } });
  await client.call(createComment, { params: { itemId: videoId }, body: { text: "Thank you", parentId: comment.id } });
  await client.call(addReaction, { params: { commentId: comment.id, emoji: "🎉" } });
  const { slug: requestSlug } = await client.call(createRequest, { body: { title: "Steps to the broken button", folderId } });
  return { folderId, emptyFolderId, imageId, binnedId, videoId, videoSlug, requestSlug };
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
/** Selects or opens with a key on the focused item. */
const pressOn = (title: string, key: string) => async (page: Page) => {
  await itemLink(page, title).focus();
  await page.keyboard.press(key);
};

/** Lists the screens of the library: lists, their empty states, and the dialogs over them. */
// oxlint-disable-next-line max-lines-per-function -- a table of screens
function libraryScreens(owner: Person, newcomer: Person, made: Library): Screen[] {
  const inList = { "stillreel-images-layout": "list" };
  return [
    { name: "images-list", path: "/images", person: owner, remembered: inList, landmark: { role: "link", name: "Quarterly totals" } },
    { name: "folder", path: `/images?folder=${made.folderId}`, person: owner, landmark: { role: "link", name: "Broken button" } },
    {
      name: "folder-empty",
      path: `/images?folder=${made.emptyFolderId}`,
      person: owner,
      isVariant: true,
      landmark: { role: "heading", name: "This folder is empty" },
    },
    {
      name: "folder-gone",
      path: "/images?folder=01a00000-0000-7000-8000-000000000000",
      person: owner,
      isVariant: true,
      landmark: { role: "heading", name: "This folder doesn't exist" },
      isDeadEnd: true,
    },
    { name: "videos", path: "/videos", person: owner, landmark: { role: "link", name: "Tour of the new checkout" } },
    {
      name: "videos-empty",
      path: "/videos",
      person: newcomer,
      isVariant: true,
      landmark: { role: "heading", name: "Record your first reel" },
    },
    { name: "requests", path: "/requests", person: owner, landmark: { role: "button", name: "Steps to the broken button" } },
    {
      name: "requests-empty",
      path: "/requests",
      person: newcomer,
      isVariant: true,
      landmark: { role: "heading", name: "Ask for your first recording" },
    },
    { name: "shared", path: "/shared", person: owner, isVariant: true, landmark: { role: "link", name: "Quarterly totals" } },
    { name: "shared-empty", path: "/shared", person: newcomer, isVariant: true, landmark: { role: "heading", name: "Nothing shared yet" } },
    { name: "starred", path: "/starred", person: owner, isVariant: true, landmark: { role: "link", name: "Broken button" } },
    { name: "starred-empty", path: "/starred", person: newcomer, isVariant: true, landmark: { role: "heading", name: "No stars yet" } },
    { name: "trash", path: "/trash", person: owner, landmark: { role: "link", name: "Yesterday’s attempt" } },
    { name: "trash-empty", path: "/trash", person: newcomer, isVariant: true, landmark: { role: "heading", name: "Trash is empty" } },
    {
      name: "item-binned",
      path: `/images/${made.binnedId}`,
      person: owner,
      isVariant: true,
      landmark: { role: "button", name: "Restore" },
    },
    { name: "video", path: `/videos/${made.videoId}`, person: owner, landmark: { role: "button", name: "Copy link" } },
    { name: "video-edit", path: `/videos/${made.videoId}/edit`, person: owner, landmark: { role: "button", name: /^Clip 1/u } },
    ...(
      [
        ["Chapters", "button", "Save chapters"],
        ["Stats", "button", "CSV"],
        ["Manage", "button", "Add captions"],
      ] as const
    ).map(([tab, role, name]) => ({
      name: `video-${tab.toLowerCase()}`,
      path: `/videos/${made.videoId}`,
      person: owner,
      tab,
      isVariant: true,
      landmark: { role, name },
    })),
    {
      name: "item-comments",
      path: `/images/${made.imageId}`,
      person: owner,
      tab: "Comments",
      isVariant: true,
      landmark: { role: "button", name: "Comment 1 by Olga Owner" },
    },
    { name: "data", path: "/account/data", person: owner, landmark: { role: "button", name: "Start export" } },
    { name: "integrations", path: "/integrations", person: owner, landmark: { role: "heading", name: "Available" } },
    { name: "notification-settings", path: "/account/notifications", person: owner, landmark: { role: "button", name: "1 week" } },
    {
      name: "notifications",
      path: "/shared",
      person: owner,
      prepare: (page) => page.getByRole("button", { name: /^Notifications/u }).click(),
      isVariant: true,
      landmark: { role: "dialog", name: "Notifications" },
    },
    {
      name: "search",
      path: "/images",
      person: owner,
      prepare: press("Control+k"),
      isVariant: true,
      landmark: { role: "option", name: /Upload files/u },
    },
    {
      name: "search-found",
      path: "/images",
      person: owner,
      prepare: async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").fill("checkout");
      },
      isVariant: true,
      landmark: { role: "option", name: /Checkout, step three/u },
    },
    {
      name: "new-folder",
      path: "/images",
      person: owner,
      prepare: press("Shift+N"),
      isVariant: true,
      landmark: { role: "button", name: "Create folder" },
    },
    {
      name: "move",
      path: "/images",
      person: owner,
      prepare: pressOn("Quarterly totals", "m"),
      isVariant: true,
      landmark: { role: "button", name: "Move 1 image" },
    },
    {
      name: "chosen",
      path: "/images",
      person: owner,
      prepare: pressOn("Quarterly totals", "x"),
      isVariant: true,
      landmark: { role: "toolbar", name: "Actions for the selected items" },
    },
    {
      name: "delete-all",
      path: "/trash",
      person: owner,
      prepare: (page) => page.getByRole("button", { name: "Delete all" }).click(),
      isVariant: true,
      landmark: { role: "button", name: "Delete 1 item" },
    },
    { name: "public-video", path: `/s/${made.videoSlug}`, landmark: { role: "heading", name: "Tour of the new checkout" } },
  ];
}

/** Creates the users and items that the screens need, and lists every screen. */
export async function listScreens(serverUrl: string): Promise<Screen[]> {
  // The first account of a server is its administrator.
  const newcomer = await registerPerson(serverUrl, "Noor New");
  const owner = await registerPerson(serverUrl, "Olga Owner");
  const ids: string[] = [];
  for (const [index, title] of [
    "Quarterly totals",
    "Departure board, night mode",
    "Checkout, step three",
    "Pricing page before the change",
  ].entries()) {
    ids.push(await uploadPicture(owner, title, [40 + index * 45, 90, 160 - index * 30]));
  }
  const [itemId = ""] = ids;
  const share = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } });
  const gone = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId: ids[1] ?? "" } });
  await owner.client.call(deleteShare, { params: { workspaceId: "personal", itemId: ids[1] ?? "" } });
  const made = await fillLibrary(owner);
  return [
    ...libraryScreens(owner, newcomer, made),
    ...(await workspaceScreens(serverUrl, owner, newcomer)),
    ...administrationScreens(newcomer),
    { name: "login", path: "/auth/login", landmark: { role: "button", name: "Sign in" } },
    { name: "register", path: "/auth/register", landmark: { role: "button", name: "Create account" } },
    { name: "forgot", path: "/auth/forgot", landmark: { role: "button", name: "Send reset link" } },
    { name: "reset-expired", path: "/auth/reset?code=used", landmark: { role: "heading", name: /expired|used/iu } },
    { name: "unsubscribe-invalid", path: "/unsubscribe/cut-off", landmark: { role: "heading", name: "This link doesn't work" } },
    { name: "images-empty", path: "/images", person: newcomer, landmark: { role: "heading", name: "Take your first still" } },
    { name: "images", path: "/images", person: owner, landmark: { role: "link", name: "Quarterly totals" } },
    { name: "item", path: `/images/${itemId}`, person: owner, landmark: { role: "button", name: "Copy link" } },
    { name: "annotate", path: `/images/${itemId}/annotate`, person: owner, isSizedOnce: true, landmark: { role: "button", name: "Save" } },
    { name: "install", path: "/install", person: owner, landmark: { role: "heading", name: /Install the extension|Two clicks/u } },
    { name: "record", path: "/record", person: owner, landmark: { role: "button", name: "Start recording" } },
    { name: "profile", path: "/profile", person: owner, landmark: { role: "heading", name: "Photo" } },
    { name: "tools", path: "/account/tools", person: owner, landmark: { role: "button", name: "Create token" } },
    { name: "webhooks", path: "/account/webhooks", person: owner, landmark: { role: "button", name: "Create webhook" } },
    { name: "security", path: "/account/security", person: owner, landmark: { role: "button", name: "Add passkey" } },
    { name: "preferences", path: "/preferences", person: owner, landmark: { role: "heading", name: "Settings" } },
    { name: "help", path: "/help", landmark: { role: "heading", name: "Topics" } },
    { name: "not-found", path: "/nowhere", person: owner, landmark: { role: "heading", name: "This link doesn't work" }, isDeadEnd: true },
    {
      name: "no-access",
      path: `/images/${itemId}`,
      person: newcomer,
      landmark: { role: "heading", name: /no longer have access|This link/u },
      isDeadEnd: true,
    },
    { name: "public", path: `/s/${share.slug}`, landmark: { role: "img", name: "Quarterly totals" } },
    { name: "public-dead", path: `/s/${gone.slug}`, landmark: { role: "heading", name: "This link doesn't work" }, isDeadEnd: true },
  ];
}
