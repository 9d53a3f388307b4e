import { plainElement } from "@stillreel/board/shapes";
import type { ExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import { expect, test } from "vitest";
import type { BoardElement } from "../../../entities/boards/boards.queries.ts";
import { frameFileOf, fromScene, itemFileOf, lockedFileOf, type SceneContext, toScene } from "./scene-elements.ts";

const ITEM = "0190e0aa-0000-7000-8000-000000000001";
const TAKEN = `frame_${ITEM}_original_aaaaaaaaaaaa`;
const FOLLOWED = frameFileOf(TAKEN, "abcdef12");

const context = (more: Partial<SceneContext> = {}): SceneContext => ({
  isDark: false,
  find: () => undefined,
  isLocked: () => false,
  frameFile: (fileId) => fileId,
  ...more,
});
const frame = (parts: Partial<BoardElement> = {}): BoardElement =>
  plainElement("frame", { type: "image", fileId: TAKEN, status: "saved", scale: [1, 1], customData: { itemId: ITEM, at: 2 }, ...parts });
const drawn = (element: BoardElement, more?: Partial<SceneContext>) => toScene(element, context(more)) as ExcalidrawElement;

test("a frame is drawn from the version that its video shows, and stored as it was taken", () => {
  const shown = drawn(frame(), { frameFile: () => FOLLOWED });
  expect(shown).toMatchObject({ fileId: FOLLOWED, status: "saved" });
  expect(fromScene(shown, frame())).toMatchObject({ fileId: TAKEN, customData: { itemId: ITEM, at: 2 } });
  // A copy of the element has no stored state.
  expect(fromScene({ ...shown, id: "copy" }, undefined)).toMatchObject({ fileId: TAKEN });
});

test("an item that the user may not open is locked, and its frame stays stored", () => {
  const locked = drawn(frame(), { isLocked: () => true, frameFile: () => FOLLOWED });
  expect(locked).toMatchObject({ fileId: lockedFileOf(ITEM, false) });
  expect(drawn(frame(), { isLocked: () => true, isDark: true })).toMatchObject({ fileId: lockedFileOf(ITEM, true) });
  expect(fromScene(locked, frame())).toMatchObject({ fileId: TAKEN });
  expect(drawn(frame({ fileId: null }))).toMatchObject({ fileId: itemFileOf(ITEM) });
});

test.each([`/images/${ITEM}`, `/w/a1/videos/${ITEM}?t=2`])("the link to the own page is not drawn, but stored: %s", (link) => {
  const shown = drawn(frame({ link }));
  expect(shown.link).toBeNull();
  expect(fromScene(shown, frame({ link }))).toMatchObject({ link });
});

test("another link of an item is drawn, and can be changed", () => {
  const shown = drawn(frame({ link: "https://example.com/" }));
  expect(shown.link).toBe("https://example.com/");
  expect(fromScene({ ...shown, link: null }, frame({ link: "https://example.com/" }))).toMatchObject({ link: null });
  expect(
    fromScene({ ...drawn(frame({ link: `/images/${ITEM}` })), link: "https://example.com/" }, frame({ link: `/images/${ITEM}` })),
  ).toMatchObject({
    link: "https://example.com/",
  });
});

test("a stored key of the order that is none does not reach the drawing program", () => {
  expect(drawn(frame({ index: "c1" })).index).toBeNull();
  expect(drawn(frame({ index: "b0A" })).index).toBe("b0A");
});
