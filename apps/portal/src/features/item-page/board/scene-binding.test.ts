import type { ExcalidrawElement, OrderedExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardClient } from "@stillreel/board/core";
import { plainElement } from "@stillreel/board/shapes";
import { expect, test, vi } from "vitest";
import type { BoardElement } from "../../../entities/boards/boards.queries.ts";
import { bindScene } from "./scene-binding.ts";

type RemoteChange = Parameters<Parameters<BoardClient["onRemote"]>[0]>[0];

vi.mock("@excalidraw/excalidraw", () => ({ CaptureUpdateAction: { NEVER: "NEVER" }, reconcileElements: () => expect.unreachable() }));

/** A board and a drawing program, which announces its changes when the test says so. */
function drawing(elements: readonly BoardElement[]) {
  const known = new Map(elements.map((one) => [one.id, one]));
  const scene = { elements: [] as ExcalidrawElement[] };
  const sent: string[] = [];
  let onChange = (_: readonly ExcalidrawElement[]): void => undefined;
  let onRemote = (_: RemoteChange): void => undefined;
  const api = {
    getAppState: () => ({ editingTextElement: null, newElement: null, resizingElement: null }),
    getSceneElementsIncludingDeleted: () => scene.elements,
    updateScene: ({ elements: next }: { elements: OrderedExcalidrawElement[] }) => void (scene.elements = [...next]),
    onChange: (listener: typeof onChange) => {
      onChange = listener;
      return () => undefined;
    },
  };
  const board = {
    elements: () => [...known.values()],
    element: (id: string) => known.get(id),
    onRemote: (listener: typeof onRemote) => {
      onRemote = listener;
      return () => undefined;
    },
    change: (changed: readonly BoardElement[]) => {
      for (const one of changed) known.set(one.id, one);
      sent.push(...changed.map(({ id, version }) => `${id} ${version}`));
    },
  };
  const binding = bindScene({
    api: api as unknown as ExcalidrawImperativeAPI,
    board: board as unknown as BoardClient,
    context: () => ({ isDark: false, isLocked: () => false, frameFile: (id) => id }),
    onPictures: () => undefined,
    adopt: () => false,
  });
  return {
    binding,
    sent,
    known,
    /** Draws without an announcement. */
    draw: (...drawn: BoardElement[]) => {
      const ids = new Set(drawn.map(({ id }) => id));
      scene.elements = [...scene.elements.filter(({ id }) => !ids.has(id)), ...(drawn as unknown as ExcalidrawElement[])];
    },
    announce: () => onChange(scene.elements),
    reload: () => onRemote({ elements: [...known.values()], isWhole: true }),
    shown: () => scene.elements.map(({ id, version }) => `${id} ${version}`),
  };
}

const note = (version: number): BoardElement => plainElement("note", { version, index: "a0", width: 10, height: 10 });
const text = (version: number): BoardElement => plainElement("text", { type: "text", version, index: "a1", width: 10, height: 10 });

test.each(["redraw", "reload"] as const)("what was drawn and not announced yet stays: %s", (reason) => {
  const one = drawing([note(2), plainElement("above", { version: 1, index: "a2" })]);
  one.draw(note(3), text(1));
  if (reason === "redraw") one.binding.redraw();
  else one.reload();
  expect(one.shown()).toEqual(["note 3", "text 1", "above 1"]);
  one.announce();
  expect(one.sent).toEqual(["note 3", "text 1"]);
});

test("what the server refused is removed, and older states replace newer ones that were given up", () => {
  const one = drawing([note(2)]);
  one.draw(note(3), text(1));
  one.announce();
  expect(one.sent).toEqual(["note 3", "text 1"]);
  one.known.clear();
  one.known.set("note", note(2));
  one.reload();
  expect(one.shown()).toEqual(["note 2"]);
});

test("no element of a stored version is sent to the board", () => {
  const one = drawing([note(2)]);
  one.binding.show([note(1), text(1)]);
  expect(one.shown()).toEqual(["note 1", "text 1"]);
  one.binding.show(null);
  expect(one.shown()).toEqual(["note 2"]);
  one.announce();
  expect(one.sent).toEqual([]);
});
