import { expect, test } from "vitest";
import { type BoardElement } from "@stillreel/contract";
import { plainElement as rectangle, templateOf, textParts } from "../shapes/index.ts";
import { drawBoard, svgOf } from "./draw-board.ts";

const words = (id: string, text: string): BoardElement => rectangle(id, textParts(text, 20));

const draw = (...elements: Parameters<typeof drawBoard>[0]) => svgOf(drawBoard(elements, "#ffffff", new Map()));

test("equal elements give an equal drawing, and its box contains all of them", () => {
  const elements = [rectangle("a", { x: -50, y: 10 }), rectangle("b", { type: "ellipse", x: 500, y: 300, backgroundColor: "#ffec99" })];
  expect(draw(...elements)).toBe(draw(...elements));
  expect(drawBoard(elements, "#ffffff", new Map()).area).toEqual({ x: -74, y: -14, width: 698, height: 398 });
});

test("every kind of element is drawn", () => {
  const points: [number, number][] = [
    [0, 0],
    [50, 20],
    [90, 90],
  ];
  for (const [type, more] of [
    ["rectangle", { roundness: { type: 3 } }],
    ["diamond", {}],
    ["ellipse", {}],
    ["line", { points }],
    ["arrow", { points, endArrowhead: "arrow", startArrowhead: "dot", roundness: { type: 2 } }],
    ["freedraw", { points, simulatePressure: true, pressures: [] }],
    ["image", { fileId: "unknown" }],
    ["frame", { name: "Frame" }],
    ["embeddable", { link: "https://example.test/" }],
  ] as const) {
    const parts = drawBoard([rectangle("a", { type, ...more } as object)], "#ffffff", new Map()).parts;
    expect(parts.length, type).toBeGreaterThan(0);
    for (const part of parts) if (part.kind === "path") expect(part.d, type).not.toMatch(/NaN|Infinity|undefined/u);
  }
});

test("a shape is at its position", () => {
  const [part] = drawBoard([rectangle("a", { x: 1_000, y: 2_000, roughness: 0 })], "#ffffff", new Map()).parts;
  const numbers = part?.kind === "path" ? Array.from(part.d.matchAll(/-?[\d.]+/gu), Number) : [];
  expect(Math.min(...numbers.filter((_, at) => at % 2 === 0))).toBeCloseTo(1_000, 0);
  expect(Math.max(...numbers.filter((_, at) => at % 2 === 1))).toBeCloseTo(2_060, 0);
});

test("texts are escaped, and nothing on the board becomes markup", () => {
  const svg = draw(words("a", '<script>alert("1")</script>&'));
  expect(svg).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;");
  expect(svg).not.toContain("<script");
});

test("an item of the library is an empty frame, whatever image the element names", () => {
  const itemId = "0190a0a0-0000-7000-8000-000000000001";
  const svg = svgOf(
    drawBoard([rectangle("a", { type: "image", fileId: "f", customData: { itemId } })], "#ffffff", new Map([["f", "data:x"]])),
  );
  expect(svg).not.toContain("<image");
});

test.each(["retro", "flow", "wireframe", "story-map"] as const)("the template %s is drawn", (template) => {
  const { elements } = templateOf(template, (name) => name);
  expect(new Set(elements.map(({ index }) => index)).size).toBe(elements.length);
  expect(draw(...elements).length).toBeGreaterThan(1_000);
});

test("a note has a shadow below it, and another rectangle has none", () => {
  const [shadow, fill] = drawBoard([rectangle("a", { customData: { note: true }, opacity: 50 })], "#ffffff", new Map()).parts;
  expect(shadow).toMatchObject({ kind: "path", fill: "#17161c", stroke: null, opacity: 0.075 });
  expect(fill).toMatchObject({ kind: "path", opacity: 0.5 });
  const plain = drawBoard([rectangle("a")], "#ffffff", new Map()).parts;
  expect(plain.some((part) => part.kind === "path" && part.fill === "#17161c")).toBe(false);
});
