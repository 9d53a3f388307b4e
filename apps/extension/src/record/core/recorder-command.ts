import type { RecorderCommand } from "@stillreel/recorder/types";

const PLAIN = ["pause", "resume", "stop", "restart", "discard", "skip-countdown", "page-cleared"] as const;
const isPart = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

/** Maximum age of an event: a busy page handles it later. */
const AGE_MAX_MS = 2_000;

/** Parses a position of the pointer; null when it is invalid. */
function parsePointer({ x, y, isPressed, ratio, ageMs }: Record<string, unknown>): RecorderCommand | null {
  if (!isPart(x) || !isPart(y) || typeof isPressed !== "boolean") return null;
  if (typeof ratio !== "number" || typeof ageMs !== "number" || !(ratio > 0 && ratio < 1_000) || !(ageMs >= 0 && ageMs <= AGE_MAX_MS))
    return null;
  return { do: "pointer", x, y, isPressed, ratio, ageMs };
}

/** Parses a command from a page's process; null when it is invalid. */
export function parseCommand(value: unknown): RecorderCommand | null {
  if (typeof value !== "object" || value === null || !("do" in value)) return null;
  const given = value as Record<string, unknown>;
  const plain = PLAIN.find((name) => name === given["do"]);
  if (plain) return { do: plain };
  if (given["do"] === "mute" && typeof given["muted"] === "boolean") return { do: "mute", muted: given["muted"] };
  if (given["do"] === "camera" && typeof given["on"] === "boolean") return { do: "camera", on: given["on"] };
  if (given["do"] === "pointer") return parsePointer(given);
  if (given["do"] !== "bubble" || typeof given["position"] !== "object" || given["position"] === null) return null;
  const { x, y, size, shape } = given["position"] as Record<string, unknown>;
  if (!isPart(x) || !isPart(y) || !isPart(size) || (shape !== "round" && shape !== "square")) return null;
  return { do: "bubble", position: { x, y, size, shape } };
}
