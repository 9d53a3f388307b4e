import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { createClient, type Client } from "@stillreel/client";
import { getImage, getPlayback, getUserData, getVideo, listFolders, listItems } from "@stillreel/contract";
import { afterEach, expect, test, vi } from "vitest";
import { fetchOrTake } from "./early-answers.ts";
import "./texts-backend.ts";

afterEach(() => vi.unstubAllGlobals());

const ITEM = "01a2092a-daf3-7304-a65f-5adf9d14fb0e";
const SCREENS = [
  { path: "^/videos/[^/]+$", files: ["/assets/watch.js", "/assets/watch.css"] },
  { path: "^/auth/login$", files: ["/assets/login.js"] },
];

/** Attributes that the build writes. */
const OF_BUILD = {
  screens: JSON.stringify(SCREENS),
  scripts: "/assets/runtime.js /assets/main.js",
  rightToLeft: "ar he",
  texts: JSON.stringify({ ar: ["/assets/ar.json", "/assets/arabic.woff2"], de: ["/assets/de.json"] }),
};
const MODULE = { type: "module", async: false, crossOrigin: "", fetchPriority: "low" };

interface Early {
  /** The addresses that it requests. */
  requested: string[];
  /** The elements that it adds to the head. */
  elements: Record<string, unknown>[];
  /** Its entries in the local storage. */
  stored: Record<string, string>;
  /** The part of the static first paint that it shows, or null. */
  first: string | null;
  /** The images that it adds to the first paint. */
  images: Record<string, string>[];
  /** Properties of the page's style. */
  style: Record<string, string>;
  /** Language and direction of the page. */
  page: string;
  /** Whether the frame of the video is visible in the first paint. */
  hasFrame: boolean;
  /** The texts that it requests. */
  texts: Window["earlyTexts"];
}

/** Returns what the early script does for the page at `pathname`. `languages` are those with texts. */
async function runEarly(
  pathname: string,
  {
    search = "",
    language = "en",
    languages = "en",
    stored = {},
    frames = true,
  }: { search?: string; language?: string; languages?: string; stored?: Record<string, string>; frames?: boolean } = {},
  answers: Record<string, unknown> = {},
): Promise<Early> {
  const requested: string[] = [];
  const elements: Record<string, unknown>[] = [];
  const images: Record<string, string>[] = [];
  const style: Record<string, string> = {};
  const attributes: Record<string, string> = {};
  const page = { lang: "en", dir: "ltr" };
  const localStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
  };
  const window: { localStorage: typeof localStorage; earlyTexts?: NonNullable<Window["earlyTexts"]> } = { localStorage };
  runInNewContext(readFileSync(path.join(import.meta.dirname, "../app/early.js"), "utf8"), {
    window,
    location: { pathname, search },
    localStorage,
    matchMedia: () => ({ matches: false }),
    navigator: { languages: [language] },
    Image: class {
      onload: (() => void) | null = null;
      constructor() {
        setTimeout(() => this.onload?.());
      }
    },
    // The limit of the wait never ends here.
    setTimeout: (run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => ms === 0 && setTimeout(run, 0, ...args),
    requestAnimationFrame: (callback: () => void) => frames && setTimeout(callback),
    document: {
      documentElement: Object.assign(page, {
        setAttribute: (name: string, value: string) => (attributes[name] = value),
        removeAttribute: (name: string) => delete attributes[name],
        style: { setProperty: (name: string, value: string) => (style[name] = value) },
      }),
      currentScript: { dataset: { ...OF_BUILD, languages } },
      createElement: () => ({}),
      querySelector: () => ({ append: (image: Record<string, string>) => images.push(image) }),
      head: { append: (element: Record<string, unknown>) => elements.push(element) },
      querySelectorAll: () => [],
    },
    fetch: (address: string) => {
      requested.push(address);
      return Promise.resolve(address in answers ? Response.json({ data: answers[address] }) : new Response(null, { status: 404 }));
    },
  });
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  return {
    requested,
    elements,
    stored,
    images,
    style,
    page: `${page.lang} ${page.dir}`,
    first: attributes["data-first"] ?? null,
    hasFrame: "data-first-frame" in attributes,
    texts: window.earlyTexts,
  };
}

/** Returns the addresses of calls by the client. */
async function addressesOf(call: (client: Client) => Promise<unknown>): Promise<string[]> {
  const called: string[] = [];
  const client = createClient({
    baseUrl: "/api/v1",
    fetch: async (input) => {
      called.push(input as string);
      return new Response(JSON.stringify({ status: "success", data: {} }));
    },
  });
  await call(client);
  return called;
}

test("the early script requests the addresses of the library's first calls", async () => {
  const called = await addressesOf(async (client) => {
    await client.call(getUserData, {});
    await client.call(listItems, {
      params: { workspaceId: "personal" },
      query: { type: "image", view: "folder", sort: "name", limit: 50, cursor: undefined },
    });
    await client.call(listFolders, { params: { workspaceId: "personal" }, query: { kind: "image", level: "root" } });
  });
  expect((await runEarly("/images", { stored: { "stillreel-images-sort": "name" } })).requested).toEqual(called);
  expect((await runEarly("/images", { search: "?folder=f1" })).requested).toEqual([]);
  expect((await runEarly("/profile")).requested).toEqual([]);
});

test("the early script requests the addresses of an item page's first calls", async () => {
  const params = { workspaceId: "personal", itemId: ITEM };
  const image = await addressesOf(async (client) => {
    await client.call(getUserData, {});
    await client.call(getImage, { params });
  });
  expect((await runEarly(`/images/${ITEM}`)).requested).toEqual(image);
  const film = await addressesOf(async (client) => {
    await client.call(getUserData, {});
    await client.call(getVideo, { params });
    await client.call(getPlayback, { params: { itemId: ITEM } });
  });
  expect((await runEarly(`/videos/${ITEM}`)).requested).toEqual(film);
  expect((await runEarly(`/images/${ITEM}/annotate`)).requested).toEqual([]);
});

const addressesIn = (elements: Record<string, unknown>[]): unknown[] => elements.map(({ src, href }) => src ?? href);

test("the early script requests the application and the code of the page's screen, with a low priority", async () => {
  const { elements } = await runEarly(`/videos/${ITEM}`);
  expect(elements).toMatchObject([
    { ...MODULE, src: "/assets/runtime.js" },
    { ...MODULE, src: "/assets/main.js" },
    { rel: "modulepreload", crossOrigin: "", fetchPriority: "low", href: "/assets/watch.js" },
    { rel: "preload", as: "style", crossOrigin: "", href: "/assets/watch.css" },
  ]);
  expect(addressesIn((await runEarly("/images")).elements)).toEqual(["/assets/runtime.js", "/assets/main.js"]);
});

test("the texts and fonts of the language are requested together with the application, none for English", async () => {
  const arabic = await runEarly("/auth/login", { search: "?lng=ar", languages: "en ar de" });
  expect(arabic.requested).toEqual(["/assets/ar.json"]);
  expect(arabic.texts?.language).toBe("ar");
  expect(arabic.elements).toContainEqual({
    rel: "preload",
    as: "font",
    crossOrigin: "",
    fetchPriority: "low",
    href: "/assets/arabic.woff2",
  });
  const german = await runEarly("/auth/login", { language: "de-AT", languages: "en ar de" });
  expect(german.requested).toEqual(["/assets/de.json"]);
  expect(addressesIn(german.elements)).not.toContain("/assets/arabic.woff2");
  const english = await runEarly("/auth/login");
  expect([english.requested, english.texts]).toEqual([[], undefined]);
});

test("on the first visit the application waits until the first paint is visible", async () => {
  expect((await runEarly("/auth/login", { frames: false })).elements).toEqual([]);
  expect((await runEarly("/auth/login")).elements).not.toEqual([]);
  expect((await runEarly("/auth/register", { frames: false })).elements).not.toEqual([]);
});

test("on later visits the application is requested immediately, until its version changes", async () => {
  const { elements, stored } = await runEarly("/auth/login");
  for (const { onload } of elements) if (typeof onload === "function") onload();
  expect((await runEarly("/auth/login", { stored, frames: false })).elements).toHaveLength(elements.length);
  const others = Object.fromEntries(Object.keys(stored).map((key) => [key, "/assets/other.js"]));
  expect((await runEarly("/auth/login", { stored: others, frames: false })).elements).toEqual([]);
});

test("the first paint of a video has its poster and its shape, and ends when the video cannot be opened", async () => {
  const file = `/api/v1/workspace/personal/files/video/${ITEM}`;
  const answers = {
    "/api/v1/auth/user-data": {},
    [file]: { width: 1_280, height: 640 },
    [`/api/v1/items/${ITEM}/playback`]: { posterUrl: "/media/poster" },
  };
  const { first, images, style, hasFrame } = await runEarly(`/videos/${ITEM}`, {}, answers);
  expect({ first, images, style, hasFrame }).toEqual({
    first: "video",
    hasFrame: true,
    images: [expect.objectContaining({ alt: "", fetchPriority: "high", src: "/media/poster" })],
    style: { "--ratio": "2" },
  });
  const { [file]: _missing, ...others } = answers;
  expect(await runEarly(`/videos/${ITEM}`, {}, others)).toMatchObject({ first: null, hasFrame: false });
});

test.each([
  ["", {}, "sign-in"],
  ["?next=%2Fvideos", {}, "sign-in"],
  ["?admin=1", {}, null],
  ["?error=forbidden", {}, null],
  ["", { language: "de-DE" }, "sign-in"],
  ["", { language: "de-DE", languages: "en de" }, null],
  ["?lng=de", { languages: "en de" }, null],
])("the sign-in page %s with %j has the first paint %s", async (search, options, part) => {
  expect((await runEarly("/auth/login", { search, ...options })).first).toBe(part);
});

test.each([
  ["", { language: "he-IL" }, "en ltr"],
  ["", { language: "he-IL", languages: "en he" }, "he rtl"],
  ["?lng=ar", { language: "he-IL", languages: "en ar he" }, "ar rtl"],
  ["?lng=xx", { stored: { i18nextLng: "de" }, languages: "en de" }, "de ltr"],
])("the sign-in page %s with %j has the language and direction %s before its first paint", async (search, options, page) => {
  expect((await runEarly("/auth/login", { search, ...options })).page).toBe(page);
});

test("an early response is used once; a failed one is requested again", async () => {
  const network = vi.fn(async () => new Response("late"));
  vi.stubGlobal("fetch", network);
  vi.stubGlobal("window", { earlyAnswers: { "/a": Promise.resolve(new Response("early")), "/b": Promise.reject(new Error("cut off")) } });
  expect(await (await fetchOrTake("/a")).text()).toBe("early");
  expect(await (await fetchOrTake("/a")).text()).toBe("late");
  expect(await (await fetchOrTake("/b")).text()).toBe("late");
  expect(network).toHaveBeenCalledTimes(2);
});

test("a refusal from before signing in does not outlive it", async () => {
  const network = vi.fn(async () => new Response("fresh"));
  vi.stubGlobal("fetch", network);
  const refused = () => Promise.resolve(new Response("no", { status: 401 }));
  vi.stubGlobal("window", { earlyAnswers: { "/me": refused(), "/list": Promise.resolve(new Response("of nobody")) } });
  expect(await (await fetchOrTake("/me")).text()).toBe("fresh");
  await fetchOrTake("/sign-in", { method: "POST" });
  expect(await (await fetchOrTake("/list")).text()).toBe("fresh");
});
