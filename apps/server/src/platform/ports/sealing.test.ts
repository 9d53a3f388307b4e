import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createSealer } from "./sealing.ts";

const sealer = createSealer(randomBytes(32));

it("opens sealed values, and seals the same value differently each time", () => {
  const sealed = [sealer.seal("a secret €", "row 1"), sealer.seal("a secret €", "row 1")];
  for (const one of sealed) {
    expect(one).toMatch(/^v1\.[\w-]+$/u);
    expect(one).not.toContain("secret");
    expect(sealer.open(one, "row 1")).toBe("a secret €");
  }
  expect(sealed[0]).not.toBe(sealed[1]);
});

it("opens no value that was changed, copied to another row, or sealed with another key", () => {
  const sealed = sealer.seal("a secret", "row 1");
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.open(`v1.${changed.toString("base64url")}`, "row 1")).toBeNull();
  }
  expect(sealer.open(sealed, "row 2")).toBeNull();
  expect(createSealer(randomBytes(32)).open(sealed, "row 1")).toBeNull();
  for (const junk of ["", "v1.", "v1.AAAA", "v2.x", sealed.slice(3), `${sealed}A`.slice(0, -2)])
    expect(sealer.open(junk, "row 1")).toBeNull();
});

it("what an earlier key has sealed stays readable, and new secrets use the current key", () => {
  const [before, now] = [randomBytes(32), randomBytes(32)];
  const renewed = createSealer(now, [randomBytes(32), before]);
  expect(renewed.open(createSealer(before).seal("token", "row 1"), "row 1")).toBe("token");
  expect(createSealer(now).open(renewed.seal("token", "row 1"), "row 1")).toBe("token");
  expect(createSealer(before).open(renewed.seal("token", "row 1"), "row 1")).toBeNull();
  expect(renewed.keyName).toBe(createSealer(now).keyName);
  expect(renewed.keyName).not.toBe(createSealer(before).keyName);
});
