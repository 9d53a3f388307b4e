import { createHash } from "node:crypto";
import { EXTENSION_ID as ID_OF_CONTRACT } from "@stillreel/contract";
import { expect, test } from "vitest";
import { EXTENSION_ID, EXTENSION_KEY } from "./identity.ts";

test("pages use the extension id that is derived from the key", () => {
  const digest = createHash("sha256").update(Buffer.from(EXTENSION_KEY, "base64")).digest("hex").slice(0, 32);
  const derived = Array.from(digest, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
  expect(EXTENSION_ID).toBe(derived);
  expect(ID_OF_CONTRACT).toBe(derived);
});
