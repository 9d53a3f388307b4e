import { describe, expect, it } from "vitest";
import { type ArrivedFacts, canAnswer, canArrive, canOpenRequest, type RequestFacts } from "./requests.policy.ts";

const OPEN: RequestFacts = { state: "open", askerMayAdd: true, hasPassword: false, unlocked: false };
const codeOf = (decision: ReturnType<typeof canAnswer>): string => (decision.ok ? "ok" : decision.code);

describe("a visitor with the link of a request", () => {
  it.each<[string, Partial<RequestFacts>, string, string]>([
    ["an open one", {}, "ok", "ok"],
    ["one with a password", { hasPassword: true }, "password-required", "password-required"],
    ["one with a password that was entered", { hasPassword: true, unlocked: true }, "ok", "ok"],
    ["a full one, whose positions are counted later", { state: "full" }, "ok", "ok"],
    ["a closed one", { state: "closed" }, "ok", "request-closed"],
    ["a closed one with a password", { state: "closed", hasPassword: true }, "ok", "request-closed"],
    ["one whose asker may not add any more", { askerMayAdd: false }, "ok", "request-closed"],
  ])("opens and answers %s", (_name, facts, opened, answered) => {
    expect([codeOf(canOpenRequest({ ...OPEN, ...facts })), codeOf(canAnswer({ ...OPEN, ...facts }))]).toEqual([opened, answered]);
  });
});

describe("what arrives", () => {
  it.each<[string, Partial<ArrivedFacts>, number | null, string]>([
    ["a video without a limit", { durationMs: 9e9 }, null, "ok"],
    ["a video of the permitted length", { durationMs: 61_000 }, 60, "ok"],
    ["a longer video", { durationMs: 63_000 }, 60, "request-too-long"],
    ["an image as a file", { type: "image", durationMs: null }, 60, "ok"],
    ["an image as a recording", { type: "image", durationMs: null, source: "camera" }, 60, "unsupported-file-type"],
  ])("accepts or refuses %s", (_name, facts, maxSeconds, code) => {
    expect(codeOf(canArrive({ type: "video", durationMs: 1_000, source: "file", ...facts }, maxSeconds))).toBe(code);
  });
});
