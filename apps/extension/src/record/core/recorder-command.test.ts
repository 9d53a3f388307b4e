import { expect, test } from "vitest";
import { parseCommand } from "./recorder-command.ts";

const position = { x: 0.1, y: 0.9, size: 0.2, shape: "round" };

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
])("%j is none", (command) => {
  expect(parseCommand(command)).toBeNull();
});

test("unknown fields of a command are removed", () => {
  expect(parseCommand({ do: "stop", order: { server: "elsewhere" } })).toEqual({ do: "stop" });
});
