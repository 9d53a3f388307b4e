import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentDisposition, contentTypeOf, matchesEtag, parseRange } from "../../platform/http/file-headers.ts";
import { createMediaTokens } from "./media.token.ts";

const key = randomBytes(32);
const tokens = createMediaTokens(key);
const claim = { storageKey: "b/ab/cdef/0123", mimeType: "image/png", callerId: "anna", sizeBytes: 10 };

describe("media tokens", () => {
  it("contain their claims and live for at most five minutes", () => {
    for (const now of [1_800_000_000, 1_800_000_119.9, 1_800_000_061]) {
      const token = tokens.sign({ ...claim, fileName: "a\nb.png", disposition: "attachment" }, now);
      const read = tokens.read(token, now);
      expect(read).toMatchObject({ ...claim, fileName: "a\nb.png", disposition: "attachment" });
      expect((read?.expiresAt ?? 0) - now).toBeLessThanOrEqual(300);
      expect((read?.expiresAt ?? 0) - now).toBeGreaterThan(170);
      expect(tokens.read(token, now + 301)).toBeNull();
    }
  });
  it("are identical within an interval, so that browsers can cache", () => {
    expect(tokens.sign(claim, 1_800_000_001)).toBe(tokens.sign(claim, 1_800_000_100));
  });
  it("are refused after a change of a single character, and with another key", () => {
    const token = tokens.sign(claim, 1_800_000_000);
    fc.assert(
      fc.property(fc.nat(token.length - 2), fc.constantFrom("A", "z", "0", ".", "_"), (at, char) => {
        const other = token.slice(0, at) + char + token.slice(at + 1);
        return other === token || tokens.read(other, 1_800_000_000) === null;
      }),
    );
    expect(createMediaTokens(randomBytes(32)).read(token, 1_800_000_000)).toBeNull();
    for (const junk of ["", ".", "a.b", "%00", "x".repeat(9_000)]) expect(tokens.read(junk, 0)).toBeNull();
  });
  it("are signed by HMAC-SHA-256, for long and odd names too", () => {
    for (const fileName of ["a.png", "ü".repeat(255), "x".repeat(3_000)]) {
      const [payload = "", mac] = tokens.sign({ ...claim, fileName }, 1_800_000_000).split(".");
      expect(mac).toBe(createHmac("sha256", key).update(Buffer.from(payload, "base64url")).digest().subarray(0, 16).toString("base64url"));
    }
  });
});

describe("delivery headers", () => {
  it("reads every range as RFC 9110 specifies", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.option(fc.nat(60), { nil: undefined }),
        fc.option(fc.nat(60), { nil: undefined }),
        (size, from, to) => {
          const got = parseRange(`bytes=${from ?? ""}-${to ?? ""}`, size);
          const all = Array.from({ length: size }, (_, at) => at);
          if ((from === undefined && to === undefined) || (from !== undefined && to !== undefined && to < from)) return got === "all";
          const wanted =
            from === undefined ? all.slice(size - Math.min(to ?? 0, size)) : all.slice(from, to === undefined ? undefined : to + 1);
          if (wanted.length === 0) return got === "unsatisfiable";
          return typeof got === "object" && got.start === wanted[0] && got.end === wanted.at(-1);
        },
      ),
    );
    expect(parseRange("bytes=0-1,4-5", 10)).toBe("all");
    expect(parseRange(undefined, 10)).toBe("all");
  });
  it("never lets a file name inject header content", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (name) =>
        /^inline(; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.!~%-]*)?$/u.test(
          contentDisposition("inline", name, "image/png"),
        ),
      ),
    );
    expect(contentDisposition("attachment", 'Über "x".png', "image/png")).toBe(
      `attachment; filename="_ber _x_.png"; filename*=UTF-8''%C3%9Cber%20%22x%22.png`,
    );
  });
  it("sends only known safe types inline", () => {
    expect(contentTypeOf("text/html")).toBe("application/octet-stream");
    expect(contentDisposition("inline", "", "image/svg+xml")).toBe("attachment");
  });
  it("compares entity tags weakly", () => {
    expect(matchesEtag('"b", W/"a"', '"a"')).toBe(true);
    expect(matchesEtag('"b"', '"a"')).toBe(false);
  });
});
