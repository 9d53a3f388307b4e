import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import {
  createZip,
  getUserData,
  listItems,
  listOutbox,
  login,
  refresh,
  sendResetPasswordEmail,
  setNewPassword,
  updateManagedUser,
} from "@stillreel/contract";
import { createTestApp, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { RECHECK_MS } from "../../media/media/media.recheck.ts";

/** Larger than the buffers of a connection whose client does not read. */
const LARGE = 48 * 1024 * 1024;
const PICTURE = png(640, 480);
const HALF = Math.floor(PICTURE.length / 2);

let t: TestApp;
let address: string;
let admin: TestUser;
let anna: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  admin = await t.user();
});
afterAll(() => t.close());
beforeEach(async () => {
  anna = await t.user();
});

const suspend = async (user = anna, suspended = true) =>
  (await t.call(updateManagedUser, { params: { userId: user.id }, body: { suspended } }, admin)).data();
/** Suspends as another process does: without its cache, events and sessions of this process. */
const suspendElsewhere = async (user = anna) => {
  await t.ports.pool.query("update users set suspended_at = now() where id = $1", [user.id]);
  return t.ports.pool.query("delete from sessions where user_id = $1", [user.id]);
};
const signIn = (user = anna, password = user.password) => t.call(login, { body: { email: user.email, password } });
const sessionsOf = async (user: TestUser): Promise<number> =>
  (await t.ports.pool.query("select 1 from sessions where user_id = $1", [user.id])).rowCount ?? 0;

describe("signing in", () => {
  it("is refused with the reason only after the right password, and permitted after the restoration", async () => {
    await suspend();
    expectError(await signIn(), "account-suspended");
    expect((await signIn()).json().message).toBe("This account is suspended. Ask your administrator.");
    expectError(await signIn(anna, "wrong 123456"), "wrong-password");
    const acts = await t.ports.pool.query(
      "select details from audit where user_id = $1 and action = 'auth.sign-in-refused' order by at, id",
      [anna.id],
    );
    expect(acts.rows.map(({ details }) => details)).toEqual([{ reason: "account-suspended" }, { reason: "account-suspended" }, {}]);
    await suspend(anna, false);
    expect((await signIn()).statusCode).toBe(200);
  });

  it("by an identity provider is refused, and its first sign-in links nothing", async () => {
    await suspend();
    const identity = { provider: "google", issuer: "https://accounts.google.com", subject: anna.id, email: anna.email } as const;
    const proven = { ...identity, displayName: "Anna", ownsEmail: true, emailVerified: true };
    const origin = { ip: "192.0.2.1", userAgent: "" };
    await expect(t.modules.auth.signIn.withIdentity(proven, origin)).rejects.toMatchObject({ code: "account-suspended" });
    expect((await t.ports.pool.query("select 1 from identities where user_id = $1", [anna.id])).rowCount).toBe(0);
  });

  it("during the suspension leaves no session", async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await t.user();
      const answers = await Promise.all([signIn(user), signIn(user), suspend(user), signIn(user), signIn(user)]);
      expect(answers).toHaveLength(5);
      expect(await sessionsOf(user)).toBe(0);
      expectError(await signIn(user), "account-suspended");
    }
  });
});

it("ends every session with the suspension, also for the refresh token", async () => {
  await signIn();
  await suspend();
  expect(await sessionsOf(anna)).toBe(0);
  expectError(await t.call(getUserData, {}, anna), "unauthenticated");
  expectError(await t.call(refresh, {}, anna), "unauthenticated");
});

it("sends no reset mail, and refuses an earlier link until the account is restored", async () => {
  await t.call(sendResetPasswordEmail, { body: { email: anna.email } });
  const mailOf = async () => (await t.call(listOutbox, {}, admin)).data().items.filter(({ to }) => to === anna.email);
  const [mail] = await mailOf();
  const oobCode = /code=([\w-]{43})/u.exec(mail?.text ?? "")?.[1] ?? "";
  await suspend();
  expect((await t.call(sendResetPasswordEmail, { body: { email: anna.email } })).statusCode).toBe(200);
  expect(await mailOf()).toHaveLength(1);
  const use = () => t.call(setNewPassword, { body: { oobCode, newPassword: "another 12345" } });
  expectError(await use(), "account-suspended");
  await suspend(anna, false);
  expect((await use()).statusCode).toBe(200);
});

describe("within five seconds", () => {
  /** Creates an item with a file that takes some time to transfer. */
  async function largeItem(): Promise<string> {
    const { id } = await t.image(anna);
    async function* noise(): AsyncGenerator<Uint8Array> {
      const piece = randomBytes(1024 * 1024);
      for (let at = 0; at < LARGE; at += piece.length) yield piece;
    }
    const stored = await t.modules.media.storeStream(noise(), { maxBytes: LARGE, contentType: "video/mp4" });
    await t.modules.media.insertBlob(t.ports.db, stored);
    await t.ports.pool.query("update items set blob_id = $2, size_bytes = $3 where id = $1", [id, stored.id, LARGE]);
    return id;
  }

  /** Starts a download, runs an action before the rest is read, and returns the number of received bytes. */
  function fetchAround(url: string, meanwhile: () => Promise<unknown>): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.get(`${address}${url}`, { headers: anna.headers, agent: false }, (response) => {
        let bytes = 0;
        response.on("error", () => resolve(bytes));
        response.on("close", () => resolve(bytes));
        response.once("data", (first: Buffer) => {
          bytes += first.length;
          response.pause();
          meanwhile().then(() => {
            t.clock.advance(RECHECK_MS);
            response.on("data", (piece: Buffer) => {
              bytes += piece.length;
            });
            response.resume();
          }, reject);
        });
      });
      request.on("error", reject);
    });
  }

  const addressOf = async (itemId: string): Promise<string> =>
    String((await t.app.inject({ url: `/api/v1/items/${itemId}/download?format=original`, headers: anna.headers })).headers.location);

  test("a running transfer of a file ends", async () => {
    const url = await addressOf(await largeItem());
    expect(await fetchAround(url, async () => undefined)).toBe(LARGE);
    expect(await fetchAround(url, () => suspendElsewhere())).toBeLessThan(LARGE);
  });

  test("a running zip ends", async () => {
    const body = { itemIds: [await largeItem()] };
    const { downloadUrl } = (await t.call(createZip, { params: { workspaceId: "personal" }, body }, anna)).data();
    expect(await fetchAround(downloadUrl, () => suspendElsewhere())).toBeLessThan(LARGE);
  });

  test("signed media addresses stop working, in every process", async () => {
    const items = async (user: TestUser) =>
      (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } }, user)).data().items;
    const status = async (url: string): Promise<number> => (await t.app.inject(url)).statusCode;
    await t.image(anna);
    await t.runJobs();
    const url = String((await items(anna))[0]?.thumbnailUrl);
    expect(await status(url)).toBe(200);
    await suspend();
    expect(await status(url)).toBe(404);
    await suspend(anna, false);
    expect(await status(url)).toBe(200);
    await suspendElsewhere();
    t.clock.advance(4_000);
    expect(await status(url)).toBe(404);
  });

  test("a running resumable upload ends, and takes no more data", async () => {
    const headers = { "tus-resumable": "1.0.0", ...anna.headers };
    const begun = await t.app.inject({
      method: "POST",
      url: "/uploads",
      headers: {
        ...headers,
        "upload-length": String(PICTURE.length),
        "upload-metadata": `fullFileName ${Buffer.from("a.png").toString("base64")}`,
      },
    });
    const url = String(begun.headers.location);
    const outcome = Promise.withResolvers<number>();
    const request = http.request(`${address}${url}`, {
      method: "PATCH",
      agent: false,
      headers: {
        ...headers,
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": String(PICTURE.length),
      },
    });
    request.on("response", (response) => {
      response.resume();
      outcome.resolve(response.statusCode ?? 0);
    });
    request.on("error", () => outcome.resolve(0));
    request.write(PICTURE.subarray(0, HALF));
    const file = join(t.dataDir, url);
    await vi.waitFor(() => expect(statSync(file).size).toBe(HALF), { timeout: 5_000 });
    await suspendElsewhere();
    t.clock.advance(RECHECK_MS);
    request.end(PICTURE.subarray(HALF));
    expect([0, 401]).toContain(await outcome.promise);
    expect(statSync(file).size).toBe(HALF);
    expect((await t.app.inject({ method: "HEAD", url, headers })).statusCode).toBe(401);
  });

  test("a running upload by a form ends and leaves nothing", async () => {
    const { headers, payload } = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes: PICTURE });
    const blobs = async () => (await t.ports.pool.query("select 1 from blobs")).rowCount;
    const before = await blobs();
    const seenAt = async () =>
      (await t.ports.pool.query("select last_seen_at from sessions where user_id = $1", [anna.id])).rows[0].last_seen_at;
    const seenBefore = await seenAt();
    // Old enough that the next request updates it.
    t.clock.advance(61_000);
    const outcome = Promise.withResolvers<number>();
    const request = http.request(`${address}/api/v1/workspace/personal/files/image`, {
      method: "POST",
      agent: false,
      headers: { ...anna.headers, ...headers, "content-length": String(payload.length) },
    });
    request.on("response", (response) => {
      response.resume();
      outcome.resolve(response.statusCode ?? 0);
    });
    request.on("error", () => outcome.resolve(0));
    request.write(payload.subarray(0, HALF));
    await vi.waitFor(async () => expect(await seenAt()).not.toEqual(seenBefore));
    await suspendElsewhere();
    t.clock.advance(RECHECK_MS);
    request.end(payload.subarray(HALF));
    expect([0, 401]).toContain(await outcome.promise);
    expect(await blobs()).toBe(before);
    expect((await t.ports.pool.query("select 1 from items where owner_id = $1", [anna.id])).rowCount).toBe(0);
  });

  test("live events end", async () => {
    const stream = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(`${address}/api/v1/events`, { headers: anna.headers, agent: false }, resolve).on("error", reject);
    });
    stream.on("error", () => {});
    const text: string[] = [];
    stream.setEncoding("utf8").on("data", (piece: string) => void text.push(piece));
    await vi.waitFor(() => expect(text.join("")).toContain("reset"));
    const over = new Promise((resolve) => stream.once("close", resolve));
    const startedAt = performance.now();
    await suspend();
    await over;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect((await t.app.inject({ url: "/api/v1/events", headers: anna.headers })).statusCode).toBe(401);
  });
});
