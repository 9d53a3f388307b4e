import type { AnnotationDocument, Shape } from "@stillreel/contract";
import { expect, it } from "vitest";
import { KINDS, paintBounds } from "../shapes/index.ts";
import { StyleMemory } from "../styles.ts";
import { damageOf, joined } from "./damage.ts";

const styles = new StyleMemory(1);
const make = (type: "rectangle" | "redact" | "blur" | "spotlight", id: string, x: number): Shape =>
  KINDS[type].placed(id, { x, y: 100 }, styles.of(type));
const documentOf = (...shapes: Shape[]): AnnotationDocument => ({ version: 1, crop: null, shapes });

it("only the changed areas are drawn again", () => {
  const [a, b] = [make("rectangle", "a", 100), make("rectangle", "b", 900)];
  const moved = KINDS.rectangle.moved(a as never, 10, 0) as Shape;
  expect(damageOf(documentOf(a, b), documentOf(moved, b))).toEqual([paintBounds(a), paintBounds(moved)]);
  expect(damageOf(documentOf(a, b), documentOf(b))).toEqual([paintBounds(a)]);
  expect(damageOf(documentOf(a), documentOf(a, b))).toEqual([paintBounds(b)]);
  expect(damageOf(documentOf(a, b), documentOf(b, a))).toHaveLength(4);
  const same = documentOf(a);
  expect(damageOf(same, same)).toEqual([]);
});

it("a redaction changes what blurs show elsewhere; a spotlight or a crop changes everything", () => {
  const [cover, blur, light] = [make("redact", "a", 100), make("blur", "b", 900), make("spotlight", "c", 100)];
  expect(damageOf(documentOf(blur), documentOf(blur, cover))).toContainEqual(paintBounds(blur));
  expect(damageOf(documentOf(cover), documentOf(cover, light))).toBe("all");
  expect(damageOf(documentOf(cover), { ...documentOf(cover), crop: { x: 0, y: 0, width: 5, height: 5 } })).toBe("all");
});

it("places that lie over one another become one", () => {
  const boxAt = (x: number): { x: number; y: number; width: number; height: number } => ({ x, y: 0, width: 10, height: 10 });
  expect(joined([boxAt(0), boxAt(30), boxAt(8), boxAt(50)])).toHaveLength(3);
  expect(joined([boxAt(0), boxAt(18), boxAt(9)])).toEqual([{ x: 0, y: 0, width: 28, height: 10 }]);
});
