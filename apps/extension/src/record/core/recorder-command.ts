import type { RecorderCommand } from "@stillreel/recorder/types";

const PLAIN = ["pause", "resume", "stop", "restart", "discard", "skip-countdown", "page-cleared"] as const;
const isPart = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

/** Parses a command from a page's process; null when it is invalid. */
export function parseCommand(value: unknown): RecorderCommand | null {
  if (typeof value !== "object" || value === null || !("do" in value)) return null;
  const given = value as Record<string, unknown>;
  const plain = PLAIN.find((name) => name === given["do"]);
  if (plain) return { do: plain };
  if (given["do"] === "mute" && typeof given["muted"] === "boolean") return { do: "mute", muted: given["muted"] };
  if (given["do"] === "camera" && typeof given["on"] === "boolean") return { do: "camera", on: given["on"] };
  if (given["do"] !== "bubble" || typeof given["position"] !== "object" || given["position"] === null) return null;
  const { x, y, size, shape } = given["position"] as Record<string, unknown>;
  if (!isPart(x) || !isPart(y) || !isPart(size) || (shape !== "round" && shape !== "square")) return null;
  return { do: "bubble", position: { x, y, size, shape } };
}
