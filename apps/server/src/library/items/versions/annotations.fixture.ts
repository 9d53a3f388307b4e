// Team, uploads and requests for the tests of annotated pictures.
import fs from "node:fs";
import path from "node:path";
import { type ClientResult, getImage } from "@stillreel/contract";
import { createTestApp, expectData, type FormFile, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { members, workspaces } from "../../../platform/db/schema/index.ts";

export type Item = ClientResult<typeof getImage>;
export let test: TestApp;
export let anna: TestUser;
export let vera: TestUser;
export let ben: TestUser;

/** Anna owns the workspace, Vera may only read in it, Ben is not a member. */
export let team: string;

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpAnnotations(): void {
  beforeAll(async () => {
    test = await createTestApp();
    anna = await test.user();
    vera = await test.user();
    ben = await test.user();
    team = test.ports.ids.id();
    await test.ports.db.insert(workspaces).values({ id: team, kind: "team", name: "Team" });
    for (const [user, role] of [
      [anna, "owner"],
      [vera, "viewer"],
    ] as const)
      await test.ports.db.insert(members).values({ workspaceId: team, userId: await idOf(user), role });
  });
  afterAll(() => test.close());
}
const idOf = async (user: TestUser): Promise<string> =>
  (await test.ports.db.execute<{ id: string }>(sql`select id from users where email = ${user.email}`)).rows[0]?.id ?? "";
export const WIDE = { width: 900, height: 40 };
export const SECRET: [number, number, number] = [250, 10, 20];
export const COVERED: [number, number, number] = [5, 5, 5];
export const MARKERS = { version: 1, crop: null, shapes: [{ id: "a", type: "redact", x: 1, y: 2, width: 3, height: 4 }] };
export const CAPTURE = {
  kind: "full-page",
  pageTitle: "Bill",
  browser: "Chrome 156",
  sensitive: [{ kind: "email", x: 1, y: 2, width: 30, height: 4 }],
};
export const shot = (bytes: Uint8Array = png(), name = "file"): FormFile => ({ name, fileName: "shot.png", type: "image/png", bytes });

export async function send(
  method: "POST" | "PUT",
  user: TestUser,
  workspaceId: string,
  fields: Record<string, string>,
  files: FormFile[],
  headers = {},
) {
  const form = multipart(fields, files);
  const url = `/api/v1/workspace/${workspaceId}/files/image`;
  return test.app.inject({ method, url, headers: { ...user.headers, ...form.headers, ...headers }, payload: form.payload });
}
export const upload = (
  fields: Record<string, string> = {},
  files: FormFile[] = [shot(png(WIDE.width, WIDE.height, SECRET))],
  headers = {},
) => send("POST", anna, team, fields, files, headers);
export const put = (
  fields: Record<string, string>,
  bytes: Uint8Array = png(WIDE.width, WIDE.height, COVERED),
  user = anna,
  workspaceId = team,
) => send("PUT", user, workspaceId, fields, [shot(bytes, "blob")]);
export const filed = async (fields: Record<string, string> = {}): Promise<Item> => expectData<Item>(await upload(fields), 201);
export const get = async (itemId: string, user = anna) =>
  (await test.call(getImage, { params: { workspaceId: team, itemId } }, user)).data();
export const fetched = (url: string | null | undefined) => test.app.inject({ url: String(url) });
export const bytesOf = async (url: string | null | undefined): Promise<Buffer> => {
  const answer = await fetched(url);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

/** Returns all objects in the store and all rows that an incomplete change could leave. */
export async function traces() {
  const objects = fs.readdirSync(path.join(test.dataDir), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const { rows } = await test.ports.pool.query(
    `select (select count(*)::int from items) as items, (select json_agg(json_build_array(id, refs) order by id) from blobs) as blobs,
      (select count(*)::int from picture_details) as details, (select sum(picture_version)::int from items) as versions`,
  );
  return { objects: objects.map((entry) => path.join(entry.parentPath, entry.name)).sort(), rows };
}
