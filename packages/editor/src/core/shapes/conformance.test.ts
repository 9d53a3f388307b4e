import { AnnotationDocument, type Shape, type ShapeType } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { center, contains } from "../geometry.ts";
import { StyleMemory } from "../styles.ts";
import { boundsOf, boxOf, hits, kindOf, KINDS, paintBounds, type ShapeKind } from "./index.ts";

const styles = new StyleMemory(1);
const TYPES = Object.keys(KINDS) as ShapeType[];
const kind = (type: ShapeType): ShapeKind<Shape> => KINDS[type] as unknown as ShapeKind<Shape>;
const placed = (type: ShapeType): Shape => {
  const shape = kind(type).placed("one", { x: 300, y: 200 }, styles.of(type));
  return "text" in shape ? { ...shape, text: "Some words" } : shape;
};
const parsed = (shape: Shape): Shape | undefined => AnnotationDocument.parse({ version: 1, shapes: [shape] }).shapes[0];

describe.each(TYPES)("%s", (type) => {
  it("is what the contract stores, before and after JSON", () => {
    expect(parsed(placed(type))).toEqual(placed(type));
    expect(parsed(JSON.parse(JSON.stringify(placed(type))) as Shape)).toEqual(placed(type));
  });

  it("is moved by as much as is asked, and back", () => {
    const before = boundsOf(placed(type));
    const moved = kind(type).moved(placed(type), 30, -20);
    const after = boundsOf(moved);
    expect(after.x).toBeCloseTo(before.x + 30, 1);
    expect(after.y).toBeCloseTo(before.y - 20, 1);
    expect(after.width).toBeCloseTo(before.width, 1);
    expect(parsed(moved)).toEqual(moved);
    const back = boundsOf(kind(type).moved(moved, -30, 20));
    expect(back.x).toBeCloseTo(before.x, 1);
    expect(back.y).toBeCloseTo(before.y, 1);
  });

  it("follows a box that becomes twice as large", () => {
    const shape = placed(type);
    const from = boxOf(shape);
    const to = { x: from.x + 10, y: from.y + 10, width: from.width * 2, height: from.height * 2 };
    const scaled = kind(type).scaled(shape, from, to);
    const box = boxOf(scaled);
    expect(box.width).toBeCloseTo(to.width, 0);
    expect(box.height).toBeCloseTo(to.height, 0);
    expect(center(box).x).toBeCloseTo(center(to).x, 0);
    expect(center(box).y).toBeCloseTo(center(to).y, 0);
    expect(parsed(scaled)).toEqual(scaled);
  });

  it("stays valid when its box shrinks to nothing or grows without measure", () => {
    const shape = placed(type);
    const from = boxOf(shape);
    for (const side of [0, 1, 20_000]) {
      const scaled = kind(type).scaled(shape, from, { ...from, width: side, height: side });
      expect(parsed(scaled)).toEqual(scaled);
    }
  });

  it("is hit where it is and not where it is not", () => {
    const shape = placed(type);
    const { x, y, width, height } = boxOf(shape);
    const reached: boolean[] = [];
    for (let down = 0; down <= 20; down += 1)
      for (let across = 0; across <= 20; across += 1)
        reached.push(hits(shape, { x: x + (width * across) / 20, y: y + (height * down) / 20 }, 2));
    expect(reached).toContain(true);
    const paint = paintBounds(shape);
    expect(hits(shape, { x: paint.x - 50, y: paint.y - 50 }, 5)).toBe(false);
  });

  it("is painted within the box that is redrawn for it, also when it is turned", () => {
    for (const rotation of [0, 37, 90]) {
      const shape = { ...placed(type), rotation };
      const [bounds, paint] = [boundsOf(shape), paintBounds(shape)];
      expect(contains(paint, bounds)).toBe(true);
      expect(contains(paint, { x: bounds.x + bounds.width, y: bounds.y + bounds.height })).toBe(true);
    }
  });

  it("accepts every style that it declares, and returns it", () => {
    const values = {
      color: "#123456",
      strokeWidth: 9,
      fill: "#abcdef",
      fontSize: 33,
      bold: false,
      align: "end",
      opacity: 0.5,
      dashed: true,
      heads: "both",
      curved: true,
      mode: "blur",
      strength: 30,
      round: true,
      dim: 0.7,
      zoom: 3,
      glyph: "heart",
    } as const;
    expect(kind(type).styleKeys.length).toBeGreaterThan(0);
    for (const key of kind(type).styleKeys) {
      const styled = kind(type).styled(placed(type), { [key]: values[key] });
      expect(kind(type).stylesOf(styled)[key]).toEqual(values[key]);
      expect(parsed(styled)).toEqual(styled);
    }
    const untouched = placed(type);
    expect(kind(type).styled(untouched, {})).toEqual(untouched);
  });

  it("is stretched from one place to another, whichever comes first", () => {
    for (const [from, to] of [
      [
        { x: 50, y: 60 },
        { x: 250, y: 160 },
      ],
      [
        { x: 250, y: 160 },
        { x: 50, y: 60 },
      ],
    ] as const) {
      const stretched = kind(type).stretched(kind(type).created("one", from, styles.of(type)), from, to);
      expect(parsed(stretched)).toEqual(stretched);
    }
  });

  it("has points to drag that lead to where they are dragged", () => {
    const shape = placed(type);
    for (const { name, at } of kindOf(shape).knobs?.(shape) ?? []) {
      const target = { x: at.x + 24, y: at.y + 90 };
      const dragged = kind(type).dragged?.(shape, name, target) ?? shape;
      expect(parsed(dragged)).toEqual(dragged);
      const now = kind(type)
        .knobs?.(dragged)
        .find((knob) => knob.name === name)?.at;
      if (name !== "bend") expect(now).toEqual(target);
      else expect(now).not.toEqual(at);
    }
  });
});
