import { statSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { getImage } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RECHECK_MS } from "../../media/media/media.recheck.ts";

const PICTURE = png(640, 480);
const HALF = Math.floor(PICTURE.length / 2);

let t: TestApp;
let address: string;
let owner: TestUser;
let anna: TestUser;
let viewer: TestUser;
let team: TestTeam;
let folder: string;

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  [owner, anna, viewer] = [await t.user(), await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
    [viewer, "viewer"],
  ]);
  folder = await team.folder("Folder");
});

const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (
  method: "POST" | "PATCH" | "HEAD" | "DELETE",
  url: string,
  user: TestUser,
  headers: Record<string, string> = {},
  payload?: Buffer,
) => t.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...user.headers, ...headers }, ...(payload ? { payload } : {}) });
const begin = (user: TestUser, fields: Record<string, string> = {}, length = PICTURE.length) =>
  tus("POST", "/uploads", user, {
    "upload-length": String(length),
    "upload-metadata": metadata({ workspaceId: team.id, folderId: folder, fullFileName: "a.png", ...fields }),
  });
const started = async (user = anna) => {
  const answer = await begin(user);
  expect(answer.statusCode, answer.body).toBe(201);
  return { url: String(answer.headers.location), itemId: String(answer.headers["item-id"]) };
};
const patch = (url: string, from: number, to: number, user = anna) =>
  tus("PATCH", url, user, { "upload-offset": String(from), "content-type": "application/offset+octet-stream" }, PICTURE.subarray(from, to));

describe("an upload into a workspace", () => {
  it("stops without write permission, and continues when it is granted again", async () => {
    const { url, itemId } = await started();
    expect((await patch(url, 0, 100)).statusCode).toBe(204);
    await team.grant({ folderId: folder }, anna, "none");
    expectError(await patch(url, 100, HALF), "not-found");
    expect((await tus("HEAD", url, anna)).statusCode).toBe(404);
    expectError(await tus("DELETE", url, anna), "not-found");
    await team.grant({ folderId: folder }, anna, "read");
    expectError(await patch(url, 100, HALF), "forbidden");
    await team.grant({ folderId: folder }, anna, "write");
    expect((await tus("HEAD", url, anna)).headers["upload-offset"]).toBe("100");
    expect((await patch(url, 100, PICTURE.length)).statusCode).toBe(204);
    expect((await t.call(getImage, { params: { workspaceId: team.id, itemId } }, anna)).data()).toMatchObject({ parentId: folder });
  });

  it("ends when the user is removed or the workspace is deleted", async () => {
    const { url } = await started();
    await t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id]);
    expectError(await patch(url, 0, HALF), "not-found");
    await t.ports.pool.query("update workspaces set deleted_at = null where id = $1", [team.id]);
    expect((await patch(url, 0, 10)).statusCode).toBe(204);
    await team.leave(anna);
    expectError(await patch(url, 10, HALF), "not-found");
  });

  it("uses the permissions of the folder that its item was moved to", async () => {
    const { url, itemId } = await started();
    const hidden = await team.folder("Hidden");
    await team.grant({ folderId: hidden }, anna, "none");
    await t.ports.pool.query("update items set folder_id = $2 where id = $1", [itemId, hidden]);
    expectError(await patch(url, 0, HALF), "not-found");
  });

  it("stops during a long request when the permission is revoked", async () => {
    const { url } = await started();
    const outcome = Promise.withResolvers<number>();
    const request = http.request(`${address}${url}`, {
      method: "PATCH",
      agent: false,
      headers: {
        "tus-resumable": "1.0.0",
        ...anna.headers,
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
    await team.grant({ folderId: folder }, anna, "none");
    t.clock.advance(RECHECK_MS);
    request.end(PICTURE.subarray(HALF));
    expect([0, 404]).toContain(await outcome.promise);
    await team.grant({ folderId: folder }, anna, "write");
    const offset = Number((await tus("HEAD", url, anna)).headers["upload-offset"]);
    expect(offset).toBe(HALF);
  });

  it("needs write permission, in the workspace or in one folder", async () => {
    expectError(await begin(viewer), "forbidden");
    await team.grant({ folderId: folder }, viewer, "write");
    const { url, itemId } = await started(viewer);
    expect((await patch(url, 0, PICTURE.length, viewer)).statusCode).toBe(204);
    expect((await t.call(getImage, { params: { workspaceId: team.id, itemId } }, viewer)).data().permission).toEqual({
      read: true,
      write: true,
    });
    expectError(await begin(viewer, { folderId: "" }), "forbidden");
    await team.grant({ folderId: folder }, anna, "none");
    expect(expectError(await begin(anna), "validation-failed")).toMatchObject([{ field: "folderId" }]);
  });
});

describe("an archive to be imported", () => {
  const zip = Buffer.from(zipSync({ "a.png": PICTURE }));
  const archive = (user: TestUser, folderId = folder) => begin(user, { type: "archive", fullFileName: "a.zip", folderId }, zip.length);
  const rest = (url: string, user: TestUser, from = 0) =>
    tus("PATCH", url, user, { "upload-offset": String(from), "content-type": "application/offset+octet-stream" }, zip.subarray(from));

  it("is accepted while its user has write permission, and no longer", async () => {
    expectError(await archive(viewer), "forbidden");
    await team.grant({ folderId: folder }, viewer, "write");
    expectError(await archive(viewer, ""), "forbidden");
    const made = await archive(viewer);
    expect(made.statusCode, made.body).toBe(201);
    await team.grant({ folderId: folder }, viewer, "read");
    expectError(await rest(String(made.headers.location), viewer), "forbidden");
    await team.grant({ folderId: folder }, viewer, "write");
    expect((await rest(String(made.headers.location), viewer)).statusCode).toBe(204);
  });
});
