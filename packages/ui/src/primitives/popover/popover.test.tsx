import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { useDisclosure } from "../focus/disclosure.ts";
import { Popover } from "./popover.tsx";

afterEach(cleanup);

function Colours({ container }: { container?: HTMLElement }): ReactNode {
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <button ref={opener} type="button" onClick={toggle}>
        Colour
      </button>
      {isOpen && (
        <Popover anchor={opener} label="Colours" className="mine" data-kind="colours" onClose={close} {...(container && { container })}>
          <button type="button">Red</button>
          <button type="button" data-first-focus>
            Green
          </button>
        </Popover>
      )}
    </>
  );
}

test("a popover takes the focus, holds Tab, and gives the focus back on Escape", async () => {
  render(<Colours />);
  await userEvent.click(screen.getByRole("button", { name: "Colour" }));
  const box = screen.getByRole("dialog", { name: "Colours" });
  expect(box.className).toContain("mine");
  expect(box.dataset["kind"]).toBe("colours");
  expect(document.activeElement?.textContent).toBe("Green");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Red");
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Green");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Colour");
});

test("a press outside closes a popover and leaves the focus where it went", async () => {
  render(
    <>
      <Colours />
      <input aria-label="Elsewhere" />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Colour" }));
  await userEvent.click(screen.getByRole("textbox", { name: "Elsewhere" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Elsewhere" }));
});

test("in a closed shadow root, only presses outside of the box close it", () => {
  const host = document.body.appendChild(document.createElement("div"));
  const shadow = host.attachShadow({ mode: "closed" });
  const inside = shadow.appendChild(document.createElement("div"));
  const root = createRoot(inside);
  act(() => root.render(<Colours container={inside} />));
  act(() => inside.querySelector("button")?.click());
  const box = (): HTMLElement | null => shadow.querySelector("[role=dialog]");
  const green = box()?.querySelector("[data-first-focus]") as HTMLElement;
  expect(shadow.activeElement).toBe(green);
  act(() => void fireEvent(green, new PointerEvent("pointerdown", { bubbles: true, composed: true })));
  expect(box()).not.toBeNull();
  act(() => void fireEvent(document.body, new PointerEvent("pointerdown", { bubbles: true, composed: true })));
  expect(box()).toBeNull();
  act(() => root.unmount());
  host.remove();
});
