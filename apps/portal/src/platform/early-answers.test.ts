import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { createClient, type Client } from "@stillreel/client";
import { getImage, getPlayback, getUserData, getVideo, listFolders, listItems } from "@stillreel/contract";
import { afterEach, expect, test, vi } from "vitest";
import { fetchOrTake } from "./early-answers.ts";

afterEach(() => vi.unstubAllGlobals());

const ITEM = "01a2092a-daf3-7304-a65f-5adf9d14fb0e";
const SCREENS = [
  { path: "^/videos/[^/]+$", files: ["/assets/watch.js", "/assets/watch.css"] },
  { path: "^/auth/login$", files: ["/assets/login.js"] },
];

/** What the early script does for the page at `pathname`: the addresses that it requests, and the links that it adds to the head. */
async function runEarly(
  pathname: string,
  { sort = null, search = "" }: { sort?: string | null; search?: string } = {},
  answers: Record<string, unknown> = {},
): Promise<{ requested: string[]; links: Record<string, string>[] }> {
  const requested: string[] = [];
  const links: Record<string, string>[] = [];
  runInNewContext(readFileSync(path.join(import.meta.dirname, "../app/early.js"), "utf8"), {
    window: {},
    location: { pathname, search },
    localStorage: { getItem: (key: string) => (key === "stillreel-images-sort" ? sort : null) },
    matchMedia: () => ({ matches: false }),
    document: {
      documentElement: { setAttribute: () => {}, removeAttribute: () => {} },
      currentScript: { getAttribute: () => JSON.stringify(SCREENS) },
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
      querySelectorAll: () => [],
    },
    fetch: (address: string) => {
      requested.push(address);
      return Promise.resolve(address in answers ? Response.json({ data: answers[address] }) : new Response(null, { status: 404 }));
    },
  });
  await new Promise((resolve) => setTimeout(resolve));
  return { requested, links };
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
  expect((await runEarly("/images", { sort: "name" })).requested).toEqual(called);
  expect((await runEarly("/images", { sort: "name", search: "?folder=f1" })).requested).toEqual([]);
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

test("the early script loads the code of the page's screen and the poster of a video", async () => {
  const playback = `/api/v1/items/${ITEM}/playback`;
  const { links } = await runEarly(`/videos/${ITEM}`, {}, { [playback]: { posterUrl: "/media/poster" } });
  expect(links).toEqual([
    { rel: "modulepreload", crossOrigin: "", href: "/assets/watch.js" },
    { rel: "preload", as: "style", crossOrigin: "", href: "/assets/watch.css" },
    { rel: "preload", as: "image", fetchPriority: "high", href: "/media/poster" },
  ]);
  expect((await runEarly("/images")).links).toEqual([]);
});

test("an early answer is taken once; a failed one is asked for again", async () => {
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
