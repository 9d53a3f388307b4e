import { expect, test } from "vitest";
import { IDLE, reduceDrag, SPRING_MS, type DragEffect, type DragEvent, type DragState } from "./drag.machine.ts";

const press: DragEvent = { type: "press", at: { x: 100, y: 100 } };
const move = (x: number, over: string | null, now: number, target: string | null = over): DragEvent => ({
  type: "move",
  at: { x, y: 100 },
  over,
  target,
  now,
});
function run(...events: DragEvent[]): { state: DragState; effects: DragEffect[] } {
  let state = IDLE;
  const effects: DragEffect[] = [];
  for (const event of events) {
    const next = reduceDrag(state, event);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

test("a press that trembles is a click", () => {
  expect(run(press, move(103, null, 1), { type: "release" })).toEqual({ state: IDLE, effects: [] });
});

test("a press that moves is a drag, and a drop reports its target", () => {
  const { state, effects } = run(press, move(110, null, 1), move(150, "folder:a", 2), { type: "release" });
  expect(effects).toEqual([{ do: "start" }, { do: "end" }, { do: "drop", key: "folder:a" }]);
  expect(state).toEqual(IDLE);
});

test("a drop outside of all targets or on a refusing target changes nothing", () => {
  expect(run(press, move(110, null, 1), { type: "release" }).effects).toEqual([{ do: "start" }, { do: "end" }]);
  expect(run(press, move(110, null, 1), move(150, "folder:a", 2, null), { type: "release" }).effects).toEqual([
    { do: "start" },
    { do: "end" },
  ]);
});

test("Escape cancels the drag, and later events have no effect", () => {
  const { effects } = run(press, move(110, "folder:a", 1), { type: "cancel" }, move(150, "folder:a", 2), { type: "release" });
  expect(effects).toEqual([{ do: "start" }, { do: "end" }]);
});

test("a folder opens once when the pointer has rested on it, also one that would refuse the drop", () => {
  const opened = { do: "open", key: "folder:a" };
  const rest = [press, move(110, "folder:a", 0, null), move(111, "folder:a", SPRING_MS - 1, null)];
  expect(run(...rest).effects).not.toContainEqual(opened);
  const { effects } = run(...rest, move(111, "folder:a", SPRING_MS), move(111, "folder:a", SPRING_MS * 3));
  expect(effects.filter((effect) => effect.do === "open")).toEqual([opened]);
});

test("after a folder opens, the next folder under the pointer opens only after the pointer moves", () => {
  const opened = [press, move(110, "folder:a", 0), move(110, "folder:a", 700)];
  const rested = [...opened, move(110, "folder:inside", 701), move(111, "folder:inside", 5000)];
  expect(run(...rested).effects.filter((effect) => effect.do === "open")).toEqual([{ do: "open", key: "folder:a" }]);
  const { effects } = run(...rested, move(130, "folder:inside", 5001), move(130, "folder:inside", 5800));
  expect(effects.at(-1)).toEqual({ do: "open", key: "folder:inside" });
});

test("passing over another target restarts the delay", () => {
  const { effects } = run(
    press,
    move(110, "folder:a", 0),
    move(120, "folder:b", 400),
    move(110, "folder:a", 600),
    move(111, "folder:a", 900),
  );
  expect(effects).toEqual([{ do: "start" }]);
});
