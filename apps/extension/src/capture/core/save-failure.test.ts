import { expect, test } from "vitest";
import { saveFailureKey, saveFailureOfCode } from "./save-failure.ts";

test("the cloud drive asks for the sign-in of its provider", () => {
  expect(saveFailureKey("drive", "reconnect-needed")).toBe("saving.failures.reconnectDrive");
  expect(saveFailureKey("dropbox", "reconnect-needed")).toBe("saving.failures.reconnect");
  expect(saveFailureOfCode(null)).toBe("other");
});
