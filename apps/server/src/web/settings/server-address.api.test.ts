import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getSettings, getShare, getSignInOptions, updateSettings } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { describe, expect, it } from "vitest";

const put = (t: TestApp, user: TestUser, value: string | null, version = 0, headers: Record<string, string> = {}) =>
  t.call(updateSettings, { body: { publicUrl: { value, version } } }, user, headers);
const linkOf = async (t: TestApp, user: TestUser): Promise<string> => {
  const { id: itemId } = await t.image(user);
  return (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, user)).data().shareUrl;
};
/** Listens with a page that answers like a server, without its secret. */
async function stranger(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ status: "ok", proof: "guessed" })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
/** Listens with a server whose answers never end. Counts the bytes that it could send. */
async function endless(): Promise<{ url: string; sentBytes: () => number; closed: Promise<unknown>; close: () => void }> {
  const chunk = Buffer.alloc(16 * 1024, " ");
  let sentBytes = 0;
  const server = createServer((_request, response) => {
    const send = (): void => {
      while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
    };
    response.on("drain", send);
    send();
  });
  const closed = new Promise((resolve) => server.once("connection", (socket) => socket.once("close", resolve)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, sentBytes: () => sentBytes, closed, close: () => server.close() };
}

describe("the public address", () => {
  it("is accepted when the administrator's page has it, and links begin with it immediately", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const origin = "https://stills.example";
    const saved = expectData<{ publicUrl: object }>(await put(t, admin, `${origin}/`, 0, { origin }));
    expect(saved.publicUrl).toEqual({ value: origin, source: "saved", version: 1 });
    expect(await linkOf(t, admin)).toMatch(/^https:\/\/stills\.example\/s\//u);
    expect((await t.call(getSignInOptions)).data().host).toBe("stills.example");
    expect((await t.app.inject("/healthz")).headers["strict-transport-security"]).toBeDefined();
    expectData(await put(t, admin, null, 1));
    expect(await linkOf(t, admin)).toMatch(/^http:\/\/localhost:8700\/s\//u);
  });

  it("is accepted when the server reaches itself there, and refused when nothing or another server answers", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const own = await t.listen();
    const other = await stranger();
    try {
      expectError(await put(t, admin, other.url), "public-address-unreachable");
      expectError(await put(t, admin, "http://127.0.0.1:9"), "public-address-unreachable");
      expectData(await put(t, admin, own.replace("localhost", "127.0.0.1")));
    } finally {
      other.close();
    }
  });

  it("is refused without reading the whole answer of another server", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const other = await endless();
    const startedAt = performance.now();
    try {
      expectError(await put(t, admin, other.url), "public-address-unreachable");
      // The connection ends early, and not by the time limit.
      await other.closed;
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      expect(other.sentBytes()).toBeLessThan(16 * 1024 ** 2);
    } finally {
      other.close();
    }
  });

  it.each(["ftp://stills.example", "https://stills.example/app", "https://a:b@stills.example", "https://stills.example/?a", "stills"])(
    "is refused as %s",
    async (value) => {
      await using t = await createTestApp();
      expectError(await put(t, await t.user(), value), "validation-failed");
    },
  );

  it("cannot be changed when the environment sets it", async () => {
    await using t = await createTestApp({ config: { PUBLIC_URL: "https://stills.example" } });
    const admin = await t.user();
    expect((await t.call(getSettings, {}, admin)).data().publicUrl).toMatchObject({
      source: "environment",
      value: "https://stills.example",
    });
    expectError(await put(t, admin, "https://other.example", 0, { origin: "https://other.example" }), "setting-from-environment");
  });
});
