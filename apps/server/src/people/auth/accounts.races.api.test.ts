import { deleteUser, favoriteItem, likeItem, unlikeItem } from "@stillreel/contract";
import { createTestApp, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROUNDS = 6;
const UPLOADS = 5;

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp({ config: { DEFAULT_QUOTA: "1000000000" } });
  await t.user();
});
afterAll(() => t.close());

async function upload(user: TestUser): Promise<number> {
  const form = multipart({ fullFileName: "shot.png" }, { fileName: "shot.png", type: "image/png", bytes: png() });
  const url = "/api/v1/workspace/personal/files/image";
  const answer = await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
  return answer.statusCode;
}

test("S20: an account is deleted during its uploads, likes and stars; each is done or answered as for a deleted account", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await t.user();
    const ids = [(await t.image(person)).id, (await t.image(person)).id];
    const item = { params: { itemId: ids[0] as string }, query: {} };
    await t.call(likeItem, item, person);
    const body = { email: person.email, password: person.password, phrase: "delete my account" };
    const operations = [
      ...Array.from({ length: UPLOADS }, () => upload(person)),
      ...ids.map(async (itemId) => (await t.call(favoriteItem, { params: { itemId }, body: {} }, person)).statusCode),
      t.call(unlikeItem, item, person).then(({ statusCode }) => statusCode),
    ];
    const [deletion, ...statuses] = await Promise.all([
      t.call(deleteUser, { body }, person).then(({ statusCode }) => statusCode),
      ...operations,
    ]);
    expect(deletion).toBe(200);
    for (const status of statuses) expect([200, 201, 401, 404]).toContain(status);
    expect((await t.ports.pool.query("select 1 from users where id = $1", [person.id])).rowCount).toBe(0);
  }
});
