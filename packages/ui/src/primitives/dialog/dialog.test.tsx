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

test("a press on the backdrop closes a dialog, unless it ignores it", () => {
  const first = show();
  fireEvent.pointerDown(screen.getByText("Yes"));
  expect(first.onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(screen.getByRole("presentation"));
  expect(first.onClose).toHaveBeenCalledTimes(1);
  first.unmount();
  const second = show(true);
  fireEvent.pointerDown(screen.getByRole("presentation"));
  expect(second.onClose).not.toHaveBeenCalled();
});

test("the focus returns to what was focused before the dialog", () => {
  render(<button type="button">Delete</button>);
  screen.getByRole("button", { name: "Delete" }).focus();
  show().unmount();
  expect(document.activeElement?.textContent).toBe("Delete");
});
