import { expect, test, vi } from "vitest";
vi.mock("../../api.ts", () => ({ client: {} }));
import { refusalOf } from "./send-file.ts";
import { safeFileName } from "./sending.ts";

test("names lose what the server would refuse, and keep their ending when cut", () => {
  expect(safeFileName("../a\\b\u0007\u202egnp.exe.png")).toBe(".._a_b__gnp.exe.png");
  expect(safeFileName("  ")).toBe("image");
  const long = safeFileName(`${"x".repeat(400)}.jpeg`);
  expect(long).toHaveLength(200);
  expect(long.endsWith("x.jpeg")).toBe(true);
});

test("what can never succeed is refused before it is sent", () => {
  expect(refusalOf({ type: "application/pdf", size: 10 })).toEqual({ code: "unsupported-file-type" });
  expect(refusalOf({ type: "image/png", size: 0 })).toEqual({ code: "unreadable-file" });
  expect(refusalOf({ type: "image/webp", size: 10 })).toBeNull();
  // Unknown to the browser: the server looks inside.
  expect(refusalOf({ type: "", size: 10 })).toBeNull();
});
