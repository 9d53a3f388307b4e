import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OFFSCREEN_PORT } from "../core/offscreen-port.ts";

/** State that a connection reports: the page answers, or is closed. */
interface Caller {
  received: string[];
  leave: () => void;
}

let closed: number;
let call: () => Caller;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  closed = 0;
  let connect: (port: unknown) => void = () => undefined;
  vi.stubGlobal("chrome", { runtime: { onConnect: { addListener: (listener: typeof connect) => (connect = listener) } } });
  vi.stubGlobal("window", { close: () => (closed += 1) });
  call = () => {
    const caller: Caller = { received: [], leave: () => undefined };
    connect({
      name: OFFSCREEN_PORT,
      onDisconnect: { addListener: (listener: () => void) => (caller.leave = listener) },
      postMessage: (message: string) => caller.received.push(message),
      disconnect: () => caller.received.push("gone"),
    });
    return caller;
  };
  const { startLifetime } = await import("./lifetime.ts");
  startLifetime();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the page stays while it is in use, and a short time after", () => {
  const caller = call();
  vi.advanceTimersByTime(60_000);
  expect(caller.received).toEqual(["ready"]);
  caller.leave();
  vi.advanceTimersByTime(2_900);
  expect(closed).toBe(0);
  vi.advanceTimersByTime(200);
  expect(closed).toBe(1);
});

test("a client that arrives while the page is being closed is informed of that, and not that the page is ready", () => {
  vi.advanceTimersByTime(3_100);
  expect(closed).toBe(1);
  expect(call().received).toEqual(["gone"]);
});
