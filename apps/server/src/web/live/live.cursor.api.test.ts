import { createFolder, updateShare } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listen } from "./live.fixture.ts";
import { createRecentEvents } from "./live.recent.ts";

let t: TestApp;
let address: string;

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  const owner = await t.user();
  const { id: itemId } = await t.image(owner);
  const share = await t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { visibility: "link" } }, owner);
  link = share.data().shareUrl?.split("/").at(-1) ?? "";
});
afterAll(() => t.close());

/** Link of an item, whose pages have a cursor. */
let link: string;

/** Returns the cursor of a document that is sent now. */
async function cursor(): Promise<string> {
  const header = (await fetch(`${address}/s/${link}`)).headers.get("server-timing");
  const [, found] = /^live;desc="([^"]+)"$/u.exec(header ?? "") ?? [];
  expect(found).toBeDefined();
  return found ?? "";
}

interface Person extends TestUser {
  spaceId: string;
}

async function person(): Promise<Person> {
  const user = await t.user();
  const { id } = await t.image(user);
  const { rows } = await t.ports.pool.query<{ id: string }>("select workspace_id as id from items where id = $1", [id]);
  return { ...user, spaceId: rows[0]?.id ?? "" };
}

/** Opens a stream with a query. Returns the type of its first event; one of folders is published after it is open. */
async function firstOf({ headers, spaceId }: Person, query: Record<string, string>): Promise<unknown> {
  const stream = await listen(address, headers, `?${new URLSearchParams(query).toString()}`);
  t.modules.events.publish({ type: "folders", workspaceId: spaceId });
  await vi.waitFor(() => expect(stream.events).toContainEqual(expect.objectContaining({ type: "folders" })), { timeout: 5_000 });
  stream.close();
  return stream.events[0]?.["type"];
}

test("a page gets a reset only if something has changed for it since its document", async () => {
  const [owner, stranger] = [await person(), await person()];
  // The listener runs from the first stream on.
  expect([await firstOf(owner, {}), await firstOf(stranger, {})]).toEqual(["reset", "reset"]);
  const since = await cursor();
  await firstOf(stranger, {});
  expect(await firstOf(owner, { since })).toBe("folders");
  // The event that the last line has published concerns the user.
  expect(await firstOf(owner, { since })).toBe("reset");
  expect(await firstOf(owner, { since: await cursor() })).toBe("folders");
});

test("a page with a cursor of another process, or with junk, gets a reset", async () => {
  const owner = await person();
  await firstOf(owner, {});
  const elsewhere = createRecentEvents().cursor();
  for (const since of [elsewhere, "junk", "0".repeat(64), "0".repeat(65)]) expect(await firstOf(owner, { since }), since).toBe("reset");
});

test("a page gets no reset for changes of the same tab", async () => {
  const owner = await person();
  await firstOf(owner, {});
  const since = await cursor();
  const watch = await listen(address, owner.headers);
  const body = { name: "Autumn", kind: "image" } as const;
  await t.call(createFolder, { params: { workspaceId: "personal" }, body }, owner, { "x-client-id": "this-tab" });
  await vi.waitFor(() => expect(watch.events).toContainEqual({ type: "folders", workspaceId: owner.spaceId, origin: "this-tab" }));
  watch.close();
  expect(await firstOf(owner, { since, origin: "this-tab" })).toBe("folders");
});

test("a link that does not exist answers without a cursor, so that all refusals are equal", async () => {
  expect((await fetch(`${address}/s/none`)).headers.has("server-timing")).toBe(false);
});
