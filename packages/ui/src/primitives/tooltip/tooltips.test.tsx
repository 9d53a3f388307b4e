import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TOOLTIP_DELAY_MS, Tooltips } from "./tooltips.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Bar(): ReactNode {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  return (
    <div ref={setRoot}>
      <button type="button" data-tip="Undo" data-tip-always data-tip-key="Z">
        ↶
      </button>
      <button type="button" data-tip="Save">
        Save
      </button>
      <Tooltips root={root} renderKey={(key) => <kbd>{key}</kbd>} />
    </div>
  );
}

const rest = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const tooltip = (): string | undefined => document.querySelector("[role=tooltip]")?.textContent;

test("a tooltip appears after a pointer rests on a control, and goes with Escape", () => {
  render(<Bar />);
  fireEvent.pointerOver(screen.getByText("↶"), { pointerType: "mouse" });
  rest(TOOLTIP_DELAY_MS - 1);
  expect(tooltip()).toBeUndefined();
  rest(1);
  expect(tooltip()).toBe("UndoZ");
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(tooltip()).toBeUndefined();
});

test("touch and controls with visible words get no tooltip", () => {
  render(<Bar />);
  fireEvent.pointerOver(screen.getByText("↶"), { pointerType: "touch" });
  rest(TOOLTIP_DELAY_MS);
  expect(tooltip()).toBeUndefined();
  fireEvent.pointerOver(screen.getByText("Save"), { pointerType: "mouse" });
  rest(TOOLTIP_DELAY_MS);
  expect(tooltip()).toBeUndefined();
});
