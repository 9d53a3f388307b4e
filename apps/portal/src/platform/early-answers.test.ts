import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { createClient } from "@stillreel/client";
import { getUserData, listFolders, listItems } from "@stillreel/contract";
import { afterEach, expect, test, vi } from "vitest";
import { fetchOrTake } from "./early-answers.ts";

afterEach(() => vi.unstubAllGlobals());

/** Runs the early script for the page at `pathname` and returns the requested addresses. */
function asked(pathname: string, sort: string | null, search = ""): string[] {
  const addresses: string[] = [];
  runInNewContext(readFileSync(path.join(import.meta.dirname, "../app/early.js"), "utf8"), {
    window: {},
    location: { pathname, search },
    localStorage: { getItem: (key: string) => (key === "stillreel-images-sort" ? sort : null) },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { setAttribute: () => {} } },
    fetch: (address: string) => {
      addresses.push(address);
      return Promise.resolve(new Response());
    },
  });
  return addresses;
}

test("the early script asks for the very addresses that the library's first calls have", async () => {
  const called: string[] = [];
  const client = createClient({
    baseUrl: "/api/v1",
    fetch: async (input) => {
      called.push(input as string);
      return new Response(JSON.stringify({ status: "success", data: {} }));
    },
  });
  await client.call(getUserData, {});
  await client.call(listItems, {
    params: { workspaceId: "personal" },
    query: { type: "image", view: "folder", sort: "name", limit: 50, cursor: undefined },
  });
  await client.call(listFolders, { params: { workspaceId: "personal" }, query: { kind: "image", level: "root" } });
  expect(asked("/images", "name")).toEqual(called);
  expect(asked("/images", "name", "?folder=f1")).toEqual([]);
  expect(asked("/profile", null)).toEqual([]);
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
