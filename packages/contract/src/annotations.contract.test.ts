import { describe, expect, it } from "vitest";
import { ANNOTATIONS_VERSION, type AnnotationDocument, CaptureRecord, isNewerAnnotations, Markers } from "./annotations.contract.ts";
import { MARKERS_BYTES_MAX, SHAPE_POINTS_MAX, SHAPES_MAX } from "./limits.ts";

const box = { type: "redact", x: 1, y: 2, width: 3, height: 4 };
const text = { type: "text", x: 0, y: 0, color: "#000000", fontSize: 12 };
const pen = { type: "pen", color: "#000000", strokeWidth: 2 };
const documentOf = (...shapes: object[]) => ({ version: 1, shapes: shapes.map((shape, at) => ({ id: `s${at}`, ...shape })) });
/** Returns the field and the text of the first validation issue, or null. */
const complaint = (given: unknown): [string, string] | null => {
  const issue = Markers.safeParse(given).error?.issues[0];
  return issue ? [issue.path.join("."), issue.message] : null;
};

describe("an annotation document", () => {
  it("gets what is not said, and keeps what is", () => {
    expect(Markers.parse(documentOf({ ...box, opacity: 0.5 }))).toEqual({
      version: 1,
      crop: null,
      shapes: [{ id: "s0", ...box, opacity: 0.5, rotation: 0, hidden: false, color: "#17161C" }],
    });
    const full = { ...documentOf(box), crop: { x: 0, y: 0, width: 10, height: 10 } };
    expect(Markers.parse(Markers.parse(full))).toEqual(Markers.parse(full));
  });

  it("from before there were versions, a bare list, becomes one of today", () => {
    expect(Markers.parse([{ id: "a", ...box }])).toMatchObject({ version: ANNOTATIONS_VERSION, crop: null, shapes: [{ id: "a" }] });
    expect(Markers.parse([])).toEqual({ version: 1, crop: null, shapes: [] });
  });

  it("may come as its JSON text, and without a version, which is today's then", () => {
    expect(Markers.parse(JSON.stringify(documentOf(box)))).toEqual(Markers.parse(documentOf(box)));
    expect(Markers.parse({ shapes: [{ id: "a", ...box }] })).toEqual(Markers.parse([{ id: "a", ...box }]));
    expect(complaint(JSON.stringify({ version: 2, shapes: [] }))?.[1]).toMatch(/newer version/u);
  });

  it("from the future is refused as such", () => {
    for (const version of [2, 99, 1.5]) {
      expect(isNewerAnnotations({ version, shapes: [] })).toBe(true);
      expect(complaint({ version, shapes: "whatever" })).toEqual(["", "These annotations were made by a newer version of Stillreel."]);
    }
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "<script>alert(1)</script>"],
    ["a number", 1],
    ["no version and no shapes", {}],
    ["a text that is JSON of something else", '{"version":1}'],
    ["a text of a text", JSON.stringify(JSON.stringify({ version: 1, shapes: [] }))],
    ["a version of before, as an object", { version: 0, shapes: [] }],
    ["a version that is a text", { version: "1", shapes: [] }],
    ["a negative version", { version: -1, shapes: [] }],
    ["no shapes", { version: 1 }],
    ["an unknown kind of shape", documentOf({ type: "script", x: 1 })],
    [
      "two shapes of one id",
      {
        version: 1,
        shapes: [
          { id: "a", ...box },
          { id: "a", ...box },
        ],
      },
    ],
    ["an id that could be markup", { version: 1, shapes: [{ id: '"><b', ...box }] }],
    ["NaN", documentOf({ ...box, x: Number.NaN })],
    ["Infinity", documentOf({ ...box, width: Number.POSITIVE_INFINITY })],
    ["1e999", JSON.parse('{"version":1,"shapes":[{"id":"a","type":"redact","x":1e999,"y":0,"width":1,"height":1}]}')],
    ["far away", documentOf({ ...box, x: 1e6 })],
    ["a negative width", documentOf({ ...box, width: -1 })],
    ["a colour that is an address", documentOf({ ...box, color: "javascript:alert(1)" })],
    ["a colour that loads something", documentOf({ ...box, color: "url(https://x)" })],
    ["a crop of half pixels", { ...documentOf(), crop: { x: 0, y: 0, width: 1.5, height: 1 } }],
    ["a crop beyond any picture", { ...documentOf(), crop: { x: 0, y: 1e9, width: 1, height: 1 } }],
    ["a crop of nothing", { ...documentOf(), crop: { x: 0, y: 0, width: 0, height: 1 } }],
    ["an odd number of coordinates", documentOf({ ...pen, points: [1, 2, 3] })],
    ["no points", documentOf({ ...pen, points: [] })],
    ["points that are texts", documentOf({ ...pen, points: ["1", "2"] })],
    ["points that are NaN", documentOf({ ...pen, points: [1, Number.NaN] })],
    ["points without end", documentOf({ ...pen, points: Array(SHAPE_POINTS_MAX * 2 + 2).fill(1) })],
    ["points that only look like a list", documentOf({ ...pen, points: { length: 2, 0: 1, 1: 1 } })],
    ["NUL in a text", documentOf({ ...text, text: "a\u0000b" })],
    ["half a character", documentOf({ ...text, text: "\ud83d" })],
    ["half a character for a stamp", documentOf({ type: "stamp", x: 0, y: 0, size: 12, color: "#000000", glyph: "\udc00" })],
    ["more shapes than there may be", documentOf(...Array.from({ length: SHAPES_MAX + 1 }, () => box))],
    [
      "more text than there may be",
      documentOf(...Array.from({ length: 501 }, () => ({ ...text, text: "x".repeat(MARKERS_BYTES_MAX / 500) }))),
    ],
  ])("is not %s", (_name, given) => {
    expect(complaint(given)).not.toBeNull();
  });

  it("of the most shapes, and the most points, is one", () => {
    expect(complaint(documentOf(...Array.from({ length: SHAPES_MAX }, () => box)))).toBeNull();
    expect(complaint(documentOf({ ...pen, points: Array(SHAPE_POINTS_MAX * 2).fill(1) }))).toBeNull();
  });

  it("holds markup as the text that it is", () => {
    const words = "<script>alert(1)</script>\n\tjavascript:alert(1)";
    const { shapes } = Markers.parse(documentOf({ ...text, text: words }));
    expect(shapes[0]).toMatchObject({ text: words });
  });

  it("takes nothing along that it does not know, and changes no object's prototype", () => {
    const given: unknown = JSON.parse(
      '{"version":1,"shapes":[{"id":"a","type":"redact","x":1,"y":2,"width":3,"height":4,"href":"javascript:x","__proto__":{"polluted":1}}],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const parsed: AnnotationDocument = Markers.parse(given);
    expect(Object.keys(parsed).toSorted()).toEqual(["crop", "shapes", "version"]);
    expect(Object.keys(parsed.shapes[0] ?? {})).not.toContain("href");
    expect([({} as Record<string, unknown>)["polluted"], (parsed as Record<string, unknown>)["polluted"]]).toEqual([undefined, undefined]);
    // The value of `__proto__` is no document either.
    expect(complaint(JSON.parse('{"__proto__":{"version":1,"shapes":[]}}'))).not.toBeNull();
  });

  it("is refused fast, with few words, when it is long junk", () => {
    const started = performance.now();
    for (const junk of [
      Array(1_000_000).fill(1),
      { version: 1, shapes: Array(1_000_000).fill({}) },
      documentOf({ ...pen, points: Array(1_000_000).fill("x") }),
    ])
      expect(Markers.safeParse(junk).error?.issues.length).toBeLessThan(20);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("the metadata of a capture", () => {
  it("loses characters that cannot be stored, and unknown fields", () => {
    expect(CaptureRecord.parse({ pageTitle: "a\u0000b\u0085\ud800", cookies: "x" })).toEqual({ pageTitle: "a b \ufffd" });
    expect(CaptureRecord.parse({})).toEqual({});
  });

  it.each<[string, unknown]>([
    ["a text", "x"],
    ["a kind that there is not", { kind: "secret" }],
    ["a moment that is none", { capturedAt: "yesterday" }],
    ["a screen of no size", { screen: { width: 0, height: 1 } }],
    [
      "more boxes than there may be",
      { sensitive: Array.from({ length: 501 }, () => ({ kind: "email", x: 0, y: 0, width: 1, height: 1 })) },
    ],
    ["a box of a kind that there is not", { sensitive: [{ kind: "name", x: 0, y: 0, width: 1, height: 1 }] }],
  ])("is not %s", (_name, given) => {
    expect(CaptureRecord.safeParse(given).success).toBe(false);
  });
});
