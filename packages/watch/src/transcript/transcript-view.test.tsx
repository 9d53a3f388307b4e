import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { spokenSegments, type PlayerHandle } from "../core/index.ts";
import { TranscriptView } from "./transcript-view.tsx";

const segments = spokenSegments([
  { start: 1, end: 3, text: "The total is right." },
  { start: 72, end: 75, text: "Step-free is live now." },
  { start: 134, end: 138, text: "Night boards." },
]);

let now = 0;
const listeners = new Set<() => void>();
const seek = vi.fn<(seconds: number) => void>();
const handle = {
  get time() {
    return now;
  },
  seek,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as unknown as PlayerHandle;
const playTo = (seconds: number): void =>
  act(() => {
    now = seconds;
    for (const listener of listeners) listener();
  });

const scrolled = vi.fn<() => void>();
beforeEach(() => {
  now = 0;
  seek.mockClear();
  scrolled.mockClear();
  Object.assign(HTMLElement.prototype, { scrollTo: scrolled });
});

const show = () => {
  const user = userEvent.setup();
  render(<TranscriptView segments={segments} language="en" handle={handle} />);
  return user;
};
const text = (): HTMLElement => screen.getByRole("list", { name: "Transcript" });

test("the text follows the player until the user scrolls, and again after the button with the time", async () => {
  const user = show();
  playTo(2);
  expect(scrolled).toHaveBeenCalledOnce();
  fireEvent.wheel(text());
  playTo(73);
  expect(scrolled).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Back to 1:13" }));
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("button", { name: /^Back to/u })).toBeNull();
  playTo(135);
  expect(scrolled).toHaveBeenCalledTimes(3);
});

test("a click on a word plays from it, and a double click selects it", async () => {
  const user = show();
  await user.click(screen.getByText("live"));
  expect(seek).toHaveBeenCalledOnce();
  expect(seek.mock.calls[0]?.[0]).toBeGreaterThan(72);
  fireEvent.click(screen.getByText("live"), { detail: 2 });
  expect(seek).toHaveBeenCalledOnce();
});

test("the text is copied without times, with Alt with them, and a selection with its time", async () => {
  const user = show();
  const copy = screen.getByRole("button", { name: "Copy text" });
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe("The total is right.\nStep-free is live now.\nNight boards.");
  await user.keyboard("{Alt>}");
  await user.click(copy);
  await user.keyboard("{/Alt}");
  expect(await navigator.clipboard.readText()).toBe("0:01 The total is right.\n1:12 Step-free is live now.\n2:14 Night boards.");

  const [letters] = screen.getByText("Night").childNodes;
  if (letters) getSelection()?.setBaseAndExtent(letters, 0, letters, 5);
  const data = new Map<string, string>();
  const event = Object.assign(new Event("copy", { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, value: string) => data.set(type, value) },
  });
  fireEvent(screen.getByText("Night"), event);
  expect([event.defaultPrevented, data.get("text/plain")]).toEqual([true, "2:14 Night"]);
});
