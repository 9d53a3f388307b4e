import { randomUUID } from "node:crypto";
import { createComment, createFolder, createTakeout, getShare } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { FUZZ_ANSWER_MAX_MS, fuzzProblem, type FuzzRequest, fuzzRound } from "@stillreel/testing/fuzz";
import { afterAll, beforeAll, expect, test } from "vitest";

/** `npm run bench -- fuzz` sends 50,000 requests with a new seed. */
const SEED = 20_261_123;
const ROUNDS = 12;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Creates a user with one resource of each kind. Returns its ids by parameter name. */
async function world(): Promise<{ user: TestUser; known: Record<string, string[]> }> {
  const user = await t.user();
  const item = await t.image<{ id: string; workspaceId: string; refName: string }>(user);
  const params = { workspaceId: "personal" };
  const folder = await t.call(createFolder, { params, body: { name: "Mine" } }, user);
  const comment = await t.call(createComment, { params: { itemId: item.id }, body: { text: "Mine" } }, user);
  const takeout = await t.call(createTakeout, {}, user);
  const share = await t.call(getShare, { params: { ...params, itemId: item.id } }, user);
  const known = {
    workspaceId: [item.workspaceId, "personal"],
    itemId: [item.id],
    imageId: [item.id],
    folderId: [folder.data().id, "root"],
    parentId: [folder.data().id],
    commentId: [comment.data().id],
    takeoutId: [takeout.data().id],
    slug: [share.data().slug ?? "unknown"],
    refName: [item.refName],
    userId: [user.id],
    id: [item.workspaceId, item.id, folder.data().id, randomUUID()],
    type: ["image", "video"],
    language: ["en", "ar"],
  };
  return { user, known };
}

const describeRequest = ({ method, url, payload = "" }: FuzzRequest): string =>
  `${method} ${url.slice(0, 300)} ${payload.toString("utf8").slice(0, 300)}`;

test("S20: no generated request causes a server error, a leak of internals or a hang", async () => {
  const found: string[] = [];
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, known } = await world();
    for (const request of fuzzRound(SEED + round, known)) {
      const began = performance.now();
      const answer = await t.app.inject({
        ...request,
        method: request.method as "GET",
        headers: { ...user.headers, ...request.headers },
      });
      const tookMs = performance.now() - began;
      // This test also runs in a checkout in which the portal is not built.
      if (answer.statusCode === 503 && answer.headers["content-type"]?.toString().startsWith("text/plain")) continue;
      statuses.add(answer.statusCode);
      const problem = fuzzProblem(answer.statusCode, answer.body) ?? (tookMs > FUZZ_ANSWER_MAX_MS ? `${tookMs.toFixed(0)} ms` : null);
      if (problem) found.push(`${problem}: ${describeRequest(request)}`);
    }
  }
  expect(found).toEqual([]);
  // Requests get past session, permission and validation, and are refused by each of them.
  for (const status of [200, 201, 400, 401, 404, 422]) expect(statuses).toContain(status);
}, 180_000);
