import { expect, test } from "vitest";
import { runTogether } from "./run-together.ts";

test("returns the results in their order", async () => {
  expect(await runTogether<[number, string]>(undefined, [async () => 1, async () => "two"])).toEqual([1, "two"]);
});

test("aborts and awaits the others when a part fails", async () => {
  const ended: string[] = [];
  const waiting = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        setTimeout(() => {
          ended.push("waiting");
          reject(signal.reason);
        });
      });
    });
  const failing = async (): Promise<never> => {
    throw new Error("failed");
  };
  await expect(runTogether(undefined, [waiting, failing])).rejects.toThrow("failed");
  expect(ended).toEqual(["waiting"]);
});

test("aborts all parts with the given signal", async () => {
  const given = AbortSignal.abort(new Error("stopped"));
  const part = async (signal: AbortSignal): Promise<void> => signal.throwIfAborted();
  await expect(runTogether(given, [part, part])).rejects.toThrow("stopped");
});
