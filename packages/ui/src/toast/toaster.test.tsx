import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts } from "./toast-store.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function shown() {
  const store = createToasts();
  render(<Toaster store={store} />);
  return {
    store,
    show: (...args: Parameters<typeof store.show>) => act(() => store.show(...args)),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

test("a toast stays three seconds", () => {
  const { show, pass } = shown();
  show("Link copied");
  pass(2900);
  expect(screen.getByRole("status").textContent).toBe("Link copied");
  pass(200);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("the newest replaces the previous one, with a new timeout of three seconds", () => {
  const { show, pass } = shown();
  show("First");
  pass(2000);
  show("Second");
  pass(2000);
  expect(screen.queryByText("First")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Second");
});

test("an error is an alert", () => {
  const { store } = shown();
  act(() => store.error("There was an error."));
  expect(screen.getByRole("alert").textContent).toBe("There was an error.");
  expect(screen.getByRole("status").textContent).toBe("");
});

test("pointing at it stops the clock, leaving lets it run on from there", () => {
  const { show, pass } = shown();
  show("Moved to trash");
  pass(2000);
  fireEvent.pointerEnter(screen.getByText("Moved to trash").parentElement!);
  pass(10_000);
  expect(screen.getByText("Moved to trash")).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText("Moved to trash").parentElement!);
  pass(900);
  expect(screen.getByText("Moved to trash")).toBeTruthy();
  pass(200);
  expect(screen.queryByText("Moved to trash")).toBeNull();
});

test("focus inside stops the clock, and the action runs once and closes it", () => {
  const { show, pass } = shown();
  const undo = vi.fn();
  show("Moved to trash", { action: { label: "Undo", run: undo } });
  act(() => screen.getByRole("button", { name: "Undo" }).focus());
  pass(10_000);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Moved to trash")).toBeNull();
});
