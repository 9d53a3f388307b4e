import { toasts } from "@stillreel/ui";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerUndo, offerUndo, undoLast } from "./undo.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  while (undoLast());
  toasts.dismiss();
  vi.useRealTimers();
});
const step = () => vi.fn(() => Promise.resolve());

test("undo reverts the newest change first, then the previous one, each once", () => {
  const [first, second] = [step(), step()];
  offerUndo("One moved", "Undo", first);
  offerUndo("Two moved", "Undo", second);
  expect(toasts.current()?.text).toBe("Two moved");
  expect(undoLast()).toBe(true);
  expect(second).toHaveBeenCalledOnce();
  expect(toasts.current()).toBeUndefined();
  expect(undoLast()).toBe(true);
  expect(first).toHaveBeenCalledOnce();
  expect(undoLast()).toBe(false);
});

test("the toast button and the undo key together revert a change only once", () => {
  const back = step();
  offerUndo("Moved", "Undo", back);
  toasts.current()?.action?.run();
  expect(undoLast()).toBe(false);
  expect(back).toHaveBeenCalledOnce();
});

test("a change cannot be undone a minute after its toast has disappeared", () => {
  const back = step();
  registerUndo(back);
  vi.advanceTimersByTime(62_000);
  registerUndo(step());
  expect(undoLast()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(undoLast()).toBe(false);
  expect(back).not.toHaveBeenCalled();
});
