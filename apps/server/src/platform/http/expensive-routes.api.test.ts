import {
  createInvite,
  createTakeout,
  createTeam,
  createWorkspace,
  createZip,
  search,
  sendItem,
  sendResetPasswordEmail,
  sendWorkspaceInvites,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const HOUR_MS = 3_600_000;

let t: TestApp;
let anna: TestUser;
let itemId: string;
let workspaceId: string;
let inviteId: string;
beforeAll(async () => {
  // Every limit permits one call.
  t = await createTestApp({ config: { RATE_LIMIT_FACTOR: "0.0001" } });
  anna = await t.user();
  ({ id: itemId } = await t.image(anna));
  ({ id: workspaceId } = (await t.call(createWorkspace, { query: { name: "Crew" } }, anna)).data());
  ({ inviteId } = (await t.call(createInvite, { params: { id: workspaceId } }, anna)).data());
  t.clock.advance(2 * HOUR_MS);
});
afterAll(() => t.close());

const tus = { "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": "fullFileName YS5wbmc=" };
const calls: Record<string, () => Promise<{ statusCode: number; body: string; json(): unknown; headers: Record<string, unknown> }>> = {
  "starting a resumable upload": () => t.app.inject({ method: "POST", url: "/uploads", headers: { ...anna.headers, ...tus } }),
  "a search": () => t.call(search, { query: { q: "x" } }, anna),
  "an item by mail": () => t.call(sendItem, { body: { emails: ["friend@example.test"], itemId } }, anna),
  "an invite by mail": () => t.call(sendWorkspaceInvites, { body: { emails: ["friend@example.test"], inviteId } }, anna),
  "a new invite": () => t.call(createInvite, { params: { id: workspaceId } }, anna),
  "a new workspace": () => t.call(createWorkspace, { query: { name: "Next" } }, anna),
  "a new team": () => t.call(createTeam, { params: { workspaceId }, body: { name: t.ports.ids.secret(6) } }, anna),
  "a PDF": () => t.app.inject({ url: `/api/v1/items/${itemId}/download?format=pdf`, headers: anna.headers }),
  "a zip": () => t.call(createZip, { params: { workspaceId: "personal" }, body: { itemIds: [itemId] } }, anna),
  "a takeout": () => t.call(createTakeout, {}, anna),
  "a reset mail": () => t.call(sendResetPasswordEmail, { body: { email: "nobody@example.test" } }),
};

it.each(Object.keys(calls))("S25: above its limit, %s is refused with the time to wait", async (name) => {
  const call = calls[name];
  if (!call) throw new Error(name);
  const first = await call();
  expect([name, first.statusCode < 300]).toEqual([name, true]);
  const second = await call();
  expectError(second as never, "too-many-requests");
  expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
});
