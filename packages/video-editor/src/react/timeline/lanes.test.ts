import type { EditEffect } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { timelineOf, timesOf, wholeVideo } from "../../core/index.ts";
import { effectLanes } from "./lanes.ts";
import { snapped } from "./snapping.ts";
import { TimelineView } from "./timeline-view.ts";

const blur = (id: string, start: number, end: number): EditEffect => ({
  id,
  kind: "blur",
  start,
  end,
  x: 0,
  y: 0,
  width: 0.1,
  height: 0.1,
  strength: 20,
});

describe("lanes of effects", () => {
  it("have a row for every effect that overlaps another one, and share a lane for all covers", () => {
    const effects = [blur("a", 0, 4), blur("b", 2, 6), { ...blur("c", 4, 8), kind: "solid", color: "#000000" } as EditEffect];
    const [lane, ...others] = effectLanes({ effects }, timelineOf(wholeVideo(10), 10));
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ lane: "blur", rows: 2 });
    expect(lane?.bars.map(({ row, number }) => [row, number])).toEqual([
      [0, 1],
      [1, 2],
      [0, 1],
    ]);
  });

  it("find the places of an effect again only when it or the clips change", () => {
    const effects = Array.from({ length: 200 }, (_, index) => blur(String(index), index, index + 2));
    const timeline = timelineOf(wholeVideo(300), 300);
    const rangesOf = (given: EditEffect[]) => effectLanes({ effects: given }, timeline)[0]?.bars.map(({ ranges }) => ranges) ?? [];
    const before = rangesOf(effects);
    const after = rangesOf(effects.with(7, blur("7", 40, 44)));
    expect(after.filter((ranges, index) => ranges !== before[index])).toEqual([[{ from: 40, to: 44 }]]);
  });
});

describe("snapping", () => {
  it("takes the nearest target within the distance", () => {
    const targets = [0, 2, 2.5, 9];
    expect([2.2, 2.3, 1, 8.8, 20].map((time) => snapped(targets, time, 0.3))).toEqual([2, 2.5, null, 9, null]);
  });
});

describe("the view of the timeline", () => {
  const view = (): TimelineView => {
    const made = new TimelineView(100, 25);
    made.setSize(1_040, 100);
    return made;
  };

  it("shows the whole video, and follows its length until the user zooms", () => {
    const one = view();
    expect(one.getState()).toMatchObject({ scale: 10, isFitted: true });
    one.setSize(1_040, 50);
    expect(one.getState().scale).toBe(20);
    one.zoomTo(80);
    one.setSize(1_040, 40);
    expect(one.getState().scale).toBe(80);
  });

  it("zooms around a position, up to single frames", () => {
    const one = view();
    one.zoomTo(100, 520);
    expect((one.getState().left + 520 - 20) / 100).toBeCloseTo(50);
    one.zoomPart(1, 50);
    expect(one.getState().scale / 25).toBe(48);
    expect(one.zoom).toBeCloseTo(1);
    one.reveal(0);
    expect(one.getState().left).toBe(0);
  });

  it("shows the playhead at every zoom", () => {
    const one = view();
    const positions = [0.25, 0.5, 0.75, 1].map((part) => {
      one.zoomPart(part, 3);
      return 20 + 3 * one.getState().scale - one.getState().left;
    });
    expect(positions).toEqual(positions.map(() => expect.closeTo(50) as number));
    // One that was scrolled away comes to the middle.
    one.scrollTo(50_000);
    one.zoomPart(0.9, 3);
    expect(20 + 3 * one.getState().scale - one.getState().left).toBeCloseTo(520);
    one.zoomPart(0, 3);
    expect(one.getState()).toMatchObject({ left: 0, isFitted: true });
  });
});

it("clicks are at every second of the timeline that shows them", () => {
  const timeline = timelineOf(
    {
      clips: [
        { start: 0, end: 10 },
        { start: 20, end: 30, speed: 2 },
        { start: 20, end: 30 },
      ],
    },
    40,
  );
  expect(timesOf(timeline, [5, 15, 24])).toEqual([5, 15, 22, 29]);
  expect(timesOf(timeline, [])).toEqual([]);
});
