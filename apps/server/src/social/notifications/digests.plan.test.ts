import type { NotificationDigest } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { groupDigest, nextDigestAt } from "./digests.plan.ts";

const next = (after: string, digest: Partial<NotificationDigest>): string | undefined =>
  nextDigestAt({ frequency: "daily", weekday: 1, hour: 8, timeZone: "Europe/Berlin", ...digest }, new Date(after))?.toISOString();

describe("the next digest", () => {
  it("is at its hour in the time zone of the user, today or tomorrow", () => {
    expect(next("2026-11-24T06:59:59Z", {})).toBe("2026-11-24T07:00:00.000Z");
    expect(next("2026-11-24T07:00:00Z", {})).toBe("2026-11-25T07:00:00.000Z");
    expect(next("2026-11-24T23:30:00Z", { timeZone: "America/Los_Angeles" })).toBe("2026-11-25T16:00:00.000Z");
    expect(next("2026-11-24T01:00:00Z", { timeZone: "Asia/Kathmandu" })).toBe("2026-11-24T02:15:00.000Z");
    expect(next("2026-11-24T12:00:00Z", { timeZone: "Pacific/Kiritimati", hour: 0 })).toBe("2026-11-25T10:00:00.000Z");
  });

  it("is on its weekday, where the date of the user counts", () => {
    expect(next("2026-11-24T12:00:00Z", { frequency: "weekly", weekday: 1 })).toBe("2026-11-30T07:00:00.000Z");
    expect(next("2026-11-24T12:00:00Z", { frequency: "weekly", weekday: 2 })).toBe("2026-12-01T07:00:00.000Z");
    expect(next("2026-11-24T06:00:00Z", { frequency: "weekly", weekday: 2 })).toBe("2026-11-24T07:00:00.000Z");
    expect(next("2026-11-29T20:00:00Z", { frequency: "weekly", weekday: 7, timeZone: "Pacific/Honolulu", hour: 20 })).toBe(
      "2026-11-30T06:00:00.000Z",
    );
  });

  it("keeps its hour when the clocks change", () => {
    expect(next("2026-03-28T12:00:00Z", {})).toBe("2026-03-29T06:00:00.000Z");
    expect(next("2026-10-24T12:00:00Z", {})).toBe("2026-10-25T07:00:00.000Z");
  });

  it("is an hour later when its hour is skipped, and once when its hour occurs twice", () => {
    expect(next("2026-03-28T12:00:00Z", { hour: 2 })).toBe("2026-03-29T01:00:00.000Z");
    expect(next("2026-10-24T12:00:00Z", { hour: 2 })).toBe("2026-10-25T00:00:00.000Z");
    expect(next("2026-10-25T00:00:00Z", { hour: 2 })).toBe("2026-10-26T01:00:00.000Z");
  });

  it("is none for users who want none", () => {
    expect(next("2026-11-24T12:00:00Z", { frequency: "never" })).toBeUndefined();
  });
});

it("a digest lists the notifications of one object together", () => {
  const sections = groupDigest([
    { title: "Plan", path: "/videos/a?t=12", sentence: "Ben commented" },
    { title: "Quay", path: "/images/b", sentence: "Ben liked your item" },
    { title: "Plan", path: "/videos/a", sentence: "Cleo liked your item" },
    { title: null, path: null, sentence: "Your storage is 92 % full" },
  ]);
  expect(sections).toEqual([
    { title: "Plan", path: "/videos/a", sentences: ["Ben commented", "Cleo liked your item"] },
    { title: "Quay", path: "/images/b", sentences: ["Ben liked your item"] },
    { title: null, path: null, sentences: ["Your storage is 92 % full"] },
  ]);
});
