import { expect, test } from "vitest";
import { gather, NAMED_MAX, unpack } from "./events.wire.ts";

const space = "0190a0a0-0000-7000-8000-000000000001";
const id = (at: number): string => `0190a0a0-0000-7000-8000-${String(at).padStart(12, "0")}`;

test("many changes within a short time become one event per cause", () => {
  const gathering = gather();
  gathering.add({ type: "items", workspaceId: space, itemIds: [id(1)] }, "tab-a");
  gathering.add({ type: "items", workspaceId: space, itemIds: [id(2), id(1)] }, "tab-a");
  gathering.add({ type: "items", workspaceId: space, itemIds: [id(3)] }, null);
  gathering.add({ type: "folders", workspaceId: space }, "tab-a");
  gathering.add({ type: "folders", workspaceId: space }, "tab-a");
  expect(gathering.take().flatMap(unpack)).toEqual([
    { event: { type: "folders", workspaceId: space, origin: "tab-a" } },
    { event: { type: "items", workspaceId: space, itemIds: [id(1), id(2)], origin: "tab-a" } },
    { event: { type: "items", workspaceId: space, itemIds: [id(3)], origin: null } },
  ]);
  expect(gathering.take()).toEqual([]);
});

test("too many items are sent without ids, from one event or from many", () => {
  const many = Array.from({ length: NAMED_MAX + 1 }, (_, at) => id(at));
  const atOnce = gather();
  atOnce.add({ type: "items", workspaceId: space, itemIds: many }, null);
  const oneByOne = gather();
  for (const itemId of many) oneByOne.add({ type: "items", workspaceId: space, itemIds: [itemId] }, null);
  for (const gathering of [atOnce, oneByOne])
    expect(gathering.take().flatMap(unpack)).toEqual([{ event: { type: "items", workspaceId: space, itemIds: null, origin: null } }]);
});

test("a move marks the combined event of its cause", () => {
  const gathering = gather();
  gathering.add({ type: "items", workspaceId: space, itemIds: [id(1)] }, "tab-a");
  gathering.add({ type: "items", workspaceId: space, itemIds: [id(2)], hasMoved: true }, "tab-a");
  gathering.add({ type: "workspace", workspaceId: space }, null);
  expect(gathering.take().flatMap(unpack)).toEqual([
    { event: { type: "workspace", workspaceId: space, origin: null } },
    { event: { type: "items", workspaceId: space, itemIds: [id(1), id(2)], origin: "tab-a" }, hasMoved: true },
  ]);
});

test("payloads are smaller than the notification limit, and contain all events", () => {
  const gathering = gather();
  for (let at = 0; at < 300; at += 1) gathering.add({ type: "comments", workspaceId: space, itemId: id(at) }, "t".repeat(64));
  for (let at = 0; at < 5; at += 1)
    gathering.add(
      { type: "items", workspaceId: id(at), itemIds: Array.from({ length: NAMED_MAX }, (_, item) => id(item)) },
      "t".repeat(64),
    );
  const payloads = gathering.take();
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  expect(payloads.flatMap(unpack)).toHaveLength(305);
});

test("other data on the channel is ignored", () => {
  expect(unpack("hello")).toEqual([]);
  expect(unpack('{"event":1}')).toEqual([]);
});
