import { expect, test } from "vitest";
import type { Envelope } from "../../platform/events/index.ts";
import { createStreams, mayConcern, STREAMS_PER_LINK, STREAMS_PER_USER, type MemberStream, type Stream } from "./live.streams.ts";

type Concerns = (event: Envelope["event"], userId?: string) => boolean;

function open(userId: string, personalWorkspaceId: string, backlogBytes = 0) {
  const seen = { text: "", state: "open" };
  const stream: MemberStream = {
    kind: "member",
    userId,
    sessionId: `session of ${userId}`,
    personalWorkspaceId,
    workspaceIds: new Set([personalWorkspaceId, "team"]),
    verifiedAt: 0,
    response: {
      write: (data: string) => {
        seen.text += data;
        return true;
      },
      end: () => {
        seen.state = "ended";
      },
      destroy: () => {
        seen.state = "cut";
      },
      writableLength: backlogBytes,
    } as unknown as Stream["response"],
  };
  return { stream, seen };
}

test("an event is sent to the members of its space or to its recipient only", () => {
  const streams = createStreams();
  const [anna, bert] = [open("anna", "a"), open("bert", "b")];
  streams.add(anna.stream);
  streams.add(bert.stream);
  anna.seen.text = bert.seen.text = "";
  const isSettled = [
    streams.deliver({ event: { type: "folders", workspaceId: "a", origin: null } }),
    streams.deliver({ event: { type: "transfers", origin: null }, userId: "bert" }),
  ];
  expect(isSettled).toEqual([true, true]);
  expect(anna.seen.text).toBe('data: {"type":"folders","workspaceId":"a","origin":null}\n\n');
  expect(bert.seen.text).toBe('data: {"type":"transfers","origin":null}\n\n');
});

test("the oldest stream of a user ends above the limit", () => {
  const streams = createStreams();
  const all = Array.from({ length: STREAMS_PER_USER + 1 }, () => open("anna", "a"));
  const other = open("bert", "b");
  streams.add(other.stream);
  for (const { stream } of all) streams.add(stream);
  expect(all.map(({ seen }) => seen.state)).toEqual(["ended", ...Array.from({ length: STREAMS_PER_USER }, () => "open")]);
  expect(other.seen.state).toBe("open");
});

test("a stream that has ended gives its place to another one, and is no longer counted", () => {
  const streams = createStreams();
  const visit = (ip: string) => {
    const { stream, seen } = open("nobody", "a");
    return { stream: { ...stream, kind: "folder", slug: "link", ip } as unknown as Stream, seen };
  };
  const all = Array.from({ length: STREAMS_PER_LINK }, () => visit("1.1.1.1"));
  const other = visit("2.2.2.2");
  for (const { stream } of [...all, other]) streams.add(stream);
  expect(streams.visitors()).toBe(STREAMS_PER_LINK + 1);
  const [first, second] = all as [typeof other, typeof other];
  expect([streams.drop(first.stream), streams.drop(first.stream)]).toEqual([true, false]);
  expect(streams.visitors()).toBe(STREAMS_PER_LINK);
  streams.add(visit("1.1.1.1").stream);
  expect(second.seen.state).toBe("open");
  streams.add(visit("1.1.1.1").stream);
  expect([second.seen.state, other.seen.state]).toEqual(["ended", "open"]);
  expect(streams.visitors()).toBe(STREAMS_PER_LINK + 1);
});

test("a client that does not read is disconnected", () => {
  const streams = createStreams();
  const { stream, seen } = open("anna", "a", 70_000);
  streams.add(stream);
  expect(seen.state).toBe("cut");
  expect(streams.all()).toEqual([]);
});

test("when a process stops, each page gets another pause before it connects again", () => {
  const streams = createStreams();
  const all = Array.from({ length: 15 }, () => open("anna", "a"));
  for (const { stream, seen } of all) {
    streams.add(stream);
    seen.text = "";
  }
  streams.endAll();
  const pauses = all.map(({ seen }) => Number(/^retry: (\d+)\n\n$/u.exec(seen.text)?.[1]));
  expect(new Set(pauses).size).toBeGreaterThan(10);
  for (const pause of pauses) expect(pause).toBeGreaterThan(100);
  expect(all.every(({ seen }) => seen.state === "ended")).toBe(true);
});

test("an event may concern the pages that would receive it, and all pages when a workspace has changed", () => {
  const member = open("anna", "a").stream;
  const visitor = { ...member, kind: "visitor", itemId: "i", workspaceId: "team" } as unknown as Stream;
  const folder = { ...member, kind: "folder" } as unknown as Stream;
  const [ofMember, ofVisitor, ofFolder] = [member, visitor, folder].map(
    (stream) => (event: Envelope["event"], userId?: string) => mayConcern(stream, userId === undefined ? { event } : { event, userId }),
  ) as [Concerns, Concerns, Concerns];
  const comment = { type: "comments", workspaceId: "other", itemId: "i", origin: null } as const;
  expect([ofMember(comment), ofVisitor(comment), ofFolder(comment)]).toEqual([false, true, true]);
  const change: Envelope["event"] = { type: "items", workspaceId: "team", itemIds: ["j"], origin: null };
  expect([ofMember(change), ofVisitor(change)]).toEqual([true, false]);
  const joined = { type: "workspace", workspaceId: "other", origin: null } as const;
  expect([ofMember(joined), ofVisitor(joined)]).toEqual([true, false]);
  const transfers = { type: "transfers", origin: null } as const;
  expect([ofMember(transfers, "anna"), ofMember(transfers, "bert"), ofVisitor(transfers, "anna")]).toEqual([true, false, false]);
});
