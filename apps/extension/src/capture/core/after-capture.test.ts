import { expect, test } from "vitest";
import { AFTER_CAPTURE, afterChoices, type SaveService } from "./after-capture.ts";

const BASE = ["editor", "link", "copy", "download"];
const valuesOf = (services: readonly SaveService[], current = "editor"): string[] =>
  afterChoices(services, AFTER_CAPTURE.find((one) => one === current) ?? "editor").map(({ value }) => value);

test("a service that is not set up on the server is not offered", () => {
  expect(valuesOf([])).toEqual(BASE);
});

test("a connected service is an action, another one leads to its connection", () => {
  const services = [
    { provider: "drive", isConnected: true },
    { provider: "dropbox", isConnected: false },
  ] as const;
  expect(valuesOf(services)).toEqual([...BASE, "drive", "connect:dropbox"]);
  expect(afterChoices(services, "editor").find(({ value }) => value === "connect:dropbox")).toMatchObject({ action: null });
});

test("the current action stays visible when its service was disconnected", () => {
  expect(valuesOf([{ provider: "drive", isConnected: false }], "drive")).toEqual([...BASE, "drive", "connect:drive"]);
});
