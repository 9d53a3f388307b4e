import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { DialogFrame } from "./dialog.tsx";

afterEach(cleanup);

function show(ignoresBackdrop = false) {
  const onClose = vi.fn<() => void>();
  const view = render(
    <DialogFrame labelledBy="title" ignoresBackdrop={ignoresBackdrop} onClose={onClose}>
      <h2 id="title">Delete it?</h2>
      <button type="button">No</button>
      <button type="button">Yes</button>
    </DialogFrame>,
  );
  return { onClose, ...view };
}

test("a dialog is modal, holds the focus, and closes by Escape", async () => {
  const { onClose } = show();
  const dialog = screen.getByRole("dialog", { name: "Delete it?" });
  expect(dialog.getAttribute("aria-modal")).toBe("true");
  expect(document.activeElement?.textContent).toBe("No");
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Yes");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("No");
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a press on the backdrop closes a dialog, unless it ignores it", async () => {
  const first = show();
  await userEvent.click(screen.getByText("Yes"));
  expect(first.onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("presentation"));
  expect(first.onClose).toHaveBeenCalledTimes(1);
  first.unmount();
  const second = show(true);
  await userEvent.click(screen.getByRole("presentation"));
  expect(second.onClose).not.toHaveBeenCalled();
});

test("a drag from the dialog to the backdrop does not close it", () => {
  const { onClose } = show();
  fireEvent.pointerDown(screen.getByText("Yes"));
  // The click of a drag has the common ancestor as its target.
  fireEvent.click(screen.getByRole("presentation"));
  expect(onClose).not.toHaveBeenCalled();
});

test("a dialog that ignores Escape stays open, also without a focused control", async () => {
  const onClose = vi.fn<() => void>();
  render(
    <DialogFrame label="Copying" ignoresEscape onClose={onClose}>
      <button type="button">Stop</button>
    </DialogFrame>,
  );
  expect(screen.getByRole("dialog", { name: "Copying" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
});

test("without a focused control, Escape closes the top dialog only, and Tab returns to it", async () => {
  const lower = show();
  const onClose = vi.fn<() => void>();
  const upper = render(
    <DialogFrame label="Upper" onClose={onClose}>
      <button type="button">Stop</button>
    </DialogFrame>,
  );
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(lower.onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "Tab" });
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Upper" }));
  upper.unmount();
  expect(screen.getByRole("dialog", { name: "Delete it?" }).contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(lower.onClose).toHaveBeenCalledTimes(1);
});

test("the page does not scroll while a dialog is open", () => {
  const first = show();
  const second = show();
  expect(document.body.style.overflow).toBe("hidden");
  second.unmount();
  expect(document.body.style.overflow).toBe("hidden");
  first.unmount();
  expect(document.body.style.overflow).toBe("");
});

test("the focus returns to what was focused before the dialog", () => {
  render(<button type="button">Delete</button>);
  screen.getByRole("button", { name: "Delete" }).focus();
  show().unmount();
  expect(document.activeElement?.textContent).toBe("Delete");
});
