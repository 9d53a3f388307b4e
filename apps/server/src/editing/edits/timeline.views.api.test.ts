import type { EditDocument } from "@stillreel/contract";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { wholeVideo } from "@stillreel/video-editor/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";
import { timelineChange } from "./timeline.plan.ts";

/** Each hundredth of the unedited video is a second. */
const SECONDS = 100;

let t: TestApp;
let studio: Studio;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
  ({ id: itemId } = await studio.upload({ seconds: 1, width: 64, height: 48, rate: 10 }));
});
afterAll(() => t.close());

const edited = (...clips: EditDocument["clips"]): EditDocument => ({ ...wholeVideo(SECONDS), clips });
const follow = (before: EditDocument | null, after: EditDocument | null): Promise<void> =>
  t.ports.db.transaction((tx) => t.modules.engagement.timeline.follow(tx, itemId, timelineChange(before, after, SECONDS)));

async function setWatched(from: number, to: number): Promise<void> {
  const bytes = Buffer.alloc(13);
  for (let bucket = from; bucket < to; bucket += 1) bytes[bucket >> 3]! |= 1 << (bucket & 7);
  await t.ports.pool.query("delete from views where item_id = $1", [itemId]);
  await t.ports.pool.query(
    "insert into views (id, item_id, visitor, source, coverage, is_first) values (gen_random_uuid(), $1, '\\x0102030405060708', 'link', $2, true)",
    [itemId, bytes],
  );
}
/** Returns the watched hundredths as ranges. */
async function watched(): Promise<string> {
  const { rows } = await t.ports.pool.query<{ coverage: Buffer }>("select coverage from views where item_id = $1", [itemId]);
  const ranges: [number, number][] = [];
  for (let bucket = 0; bucket < 104; bucket += 1) {
    if (!((rows[0]!.coverage[bucket >> 3]! >> (bucket & 7)) & 1)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === bucket) last[1] = bucket + 1;
    else ranges.push([bucket, bucket + 1]);
  }
  return ranges.map(([from, to]) => `${from}-${to}`).join(" ");
}
const watch = async (bucket: number): Promise<void> =>
  void (await t.ports.pool.query("update views set coverage = set_bit(coverage, $2::bigint, 1) where item_id = $1", [itemId, bucket]));

it("watched parts that an edit removes come back when it is reverted, with what was watched meanwhile", async () => {
  await setWatched(20, 60);
  const cut = edited({ start: 0, end: 30 }, { start: 80, end: 100 });
  await follow(null, cut);
  // 50 seconds are left: a hundredth is half a second.
  expect(await watched()).toBe("40-60");
  await watch(98);
  await watch(99);
  await follow(cut, null);
  expect(await watched()).toBe("20-60 99-100");
});

it("watched parts survive several edits, other orders and speeds without growing", async () => {
  await setWatched(10, 20);
  const documents = [
    edited({ start: 50, end: 100 }, { start: 0, end: 50, speed: 2 }),
    edited({ start: 15, end: 40 }),
    edited({ start: 90, end: 100 }, { start: 0, end: 25, itemId: "joined" }),
    edited({ start: 0, end: 100, speed: 0.5 }),
  ];
  let before: EditDocument | null = null;
  for (const document of [...documents, ...documents.toReversed()]) {
    await follow(before, document);
    before = document;
  }
  await follow(before, null);
  expect(await watched()).toBe("10-20");
});

it("watched parts of a joined video stay in the next edit", async () => {
  await setWatched(0, 0);
  const joined = edited({ start: 0, end: 50 }, { start: 0, end: 50, itemId: "joined" });
  await follow(null, joined);
  await watch(75);
  const later = edited({ start: 0, end: 50, itemId: "joined" }, { start: 0, end: 50 });
  await follow(joined, later);
  expect(await watched()).toBe("25-26");
});

it("what was watched of removed parts is deleted with the original", async () => {
  await setWatched(0, 100);
  const cut = edited({ start: 0, end: 50 });
  await follow(null, cut);
  await t.ports.db.transaction((tx) => t.modules.engagement.timeline.forget?.(tx, itemId) ?? Promise.resolve());
  await follow(cut, null);
  expect(await watched()).toBe("0-50");
});
