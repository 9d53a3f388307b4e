import { expect, test } from "vitest";
import { parseCommand } from "./recorder-command.ts";

const position = { x: 0.1, y: 0.9, size: 0.2, shape: "round" };
const pointer = { do: "pointer", x: 0.25, y: 1, isPressed: true, ratio: 1.6, ageMs: 12 };

test.each([
  { do: "pause" },
  { do: "resume" },
  { do: "stop" },
  { do: "restart" },
  { do: "discard" },
  { do: "skip-countdown" },
  { do: "mute", muted: true },
  { do: "camera", on: false },
  { do: "bubble", position },
  pointer,
])("%j is a command", (command) => {
  expect(parseCommand(command)).toEqual(command);
});

test.each([
  null,
  "stop",
  {},
  { do: "explode" },
  { do: "mute" },
  { do: "mute", muted: 1 },
  { do: "camera", on: "yes" },
  { do: "bubble" },
  { do: "bubble", position: { ...position, x: 1.1 } },
  { do: "bubble", position: { ...position, size: Number.NaN } },
  { do: "bubble", position: { ...position, shape: "star" } },
  { ...pointer, x: 1.01 },
  { ...pointer, y: Number.NaN },
  { ...pointer, isPressed: 1 },
  { ...pointer, ratio: 0 },
  { ...pointer, ratio: Infinity },
  { ...pointer, ageMs: -1 },
  { ...pointer, ageMs: 60_000 },
])("%j is none", (command) => {
  expect(parseCommand(command)).toBeNull();
});

test("unknown fields of a command are removed", () => {
  expect(parseCommand({ do: "stop", order: { server: "elsewhere" } })).toEqual({ do: "stop" });
});
