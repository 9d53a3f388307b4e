import type { EditEffect, PointerPoint } from "@stillreel/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { OFFERS_MAX, zoomsFromClicks } from "./click-zooms.ts";

const whole = { clips: [{ start: 0, end: 60 }], effects: [] };
const offer = (clicks: PointerPoint[], document: Parameters<typeof zoomsFromClicks>[1] = whole) => zoomsFromClicks(clicks, document, 60);

test("clicks that are near in time and in the picture share a zoom around them", () => {
  const offers = offer([
    [10, 0.4, 0.4],
    [12, 0.5, 0.6],
    [30, 0.9, 0.1],
  ]);
  expect(offers).toMatchObject([
    { kind: "zoom", start: 9, end: 13.6, clicks: 2 },
    { start: 29, end: 31.6, clicks: 1 },
  ]);
  const [first, second] = offers;
  expect((first?.x ?? 0) + (first?.width ?? 0) / 2).toBeCloseTo(0.45);
  expect((first?.y ?? 0) + (first?.height ?? 0) / 2).toBeCloseTo(0.5);
  expect((second?.x ?? 0) + (second?.width ?? 0), "inside of the picture").toBeCloseTo(1);
  expect(second?.y).toBe(0);
});

test("clicks far from each other get separate zooms, which meet in the middle", () => {
  expect(
    offer([
      [10, 0.1, 0.1],
      [12, 0.9, 0.9],
    ]),
  ).toMatchObject([
    { start: 9, end: 11 },
    { start: 11, end: 13.6 },
  ]);
});

test("clicks in removed parts and clicks that a zoom shows already are not offered", () => {
  const clicks: PointerPoint[] = [
    [5, 0.5, 0.5],
    [20, 0.5, 0.5],
    [40, 0.5, 0.5],
  ];
  const zoom = { id: "a", kind: "zoom", start: 38, end: 42, x: 0, y: 0, width: 0.5, height: 0.5, easeIn: 0, easeOut: 0 } as EditEffect;
  const document = {
    clips: [
      { start: 0, end: 10 },
      { start: 30, end: 60 },
      { start: 15, end: 25, itemId: "other" },
    ],
    effects: [zoom],
  };
  expect(offer(clicks, document)).toMatchObject([{ start: 4, end: 6.6 }]);
});

test("offers never overlap each other or existing zooms, are inside of the video, and contain their clicks", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const at = fc.integer({ min: 0, max: 70_000 }).map((ms) => ms / 1_000);
  const clicksOf = fc
    .uniqueArray(fc.tuple(at, share, share), { maxLength: 80, selector: ([time]) => time })
    .map((all) => all.toSorted(([one], [other]) => one - other));
  fc.assert(
    fc.property(clicksOf, fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 4 }), (clicks, taken) => {
      const effects = [...new Set(taken)].map((slot) => {
        return { id: `z${slot}`, kind: "zoom", start: slot * 5, end: slot * 5 + 3, x: 0, y: 0, width: 1, height: 1 } as EditEffect;
      });
      const offers = offer(clicks, { ...whole, effects });
      expect(offers.length).toBeLessThanOrEqual(OFFERS_MAX);
      const all = [...offers, ...effects].toSorted((one, other) => one.start - other.start);
      for (const [index, { start, end }] of all.entries()) {
        expect(start).toBeGreaterThanOrEqual((all[index - 1]?.end ?? 0) - 1e-9);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(60);
      }
      for (const { start, end, x, y, width, height } of offers) {
        expect(x >= 0 && y >= 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9).toBe(true);
        const inside = clicks.filter(([time]) => time >= start && time < end);
        for (const click of inside) {
          expect(click[1] >= x - 1e-9 && click[1] <= x + width + 1e-9).toBe(true);
          expect(click[2] >= y - 1e-9 && click[2] <= y + height + 1e-9).toBe(true);
        }
      }
    }),
  );
});

test("of very many, those with the most clicks are offered", () => {
  const clicks = Array.from({ length: 200 }, (_, index): PointerPoint => [index * 6, 0.5, 0.5]);
  const more: PointerPoint[] = [...clicks, [601, 0.5, 0.5] as PointerPoint].toSorted(([one], [other]) => one - other);
  const offers = zoomsFromClicks(more, { clips: [{ start: 0, end: 1_200 }], effects: [] }, 1_200);
  expect(offers).toHaveLength(OFFERS_MAX);
  expect(offers.some(({ clicks: count }) => count === 2)).toBe(true);
});
