import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createEditorTexts } from "../texts.ts";
import { EditorTextsProvider } from "../texts-context.tsx";
import { EditorButton, IconButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { EditorMenu } from "./menu.tsx";
import { SavedState } from "./saved-state.tsx";
import { TOOLTIP_DELAY_MS, Tooltips } from "./tooltips.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a busy button keeps its words and does nothing", async () => {
  const onPress = vi.fn<() => void>();
  render(<EditorButton label="Save" isBusy onPress={onPress} />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onPress).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("true");
});

test("a menu's item acts once, after the menu is closed; dividers and headings are no items", async () => {
  const chosen = vi.fn<(what: string) => void>();
  render(
    <EditorMenu
      label="Download"
      entries={[
        { heading: "Pictures" },
        { label: "PNG", isChecked: true, onSelect: () => chosen("png") },
        { label: "JPG", isChecked: false, onSelect: () => chosen("jpg") },
        "divider",
        { label: "PDF", isDisabled: true, onSelect: () => chosen("pdf") },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  expect(screen.getAllByRole("menuitemradio").map((item) => item.getAttribute("aria-checked"))).toEqual(["true", "false"]);
  await userEvent.keyboard("j{Enter}");
  expect(chosen.mock.calls).toEqual([["jpg"]]);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a setting says that it is on, and the menu opens at its first item", async () => {
  const entries = [
    { label: "Pen", isChecked: false, onSelect: () => {} },
    { label: "Snapping", isOn: true, onSelect: () => {} },
  ];
  render(<EditorMenu label="More" entries={entries} />);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByRole("menuitemcheckbox", { name: "Snapping" }).getAttribute("aria-checked")).toBe("true");
  expect(document.activeElement?.textContent).toBe("Pen");
});

test("a press outside closes a menu", async () => {
  render(
    <>
      <EditorMenu label="Download" entries={[{ label: "PNG", onSelect: () => {} }]} />
      <p>Elsewhere</p>
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  fireEvent.pointerDown(screen.getByText("Elsewhere"));
  expect(screen.queryByRole("menu")).toBeNull();
});

test("Tab stays inside of a dialog, in both directions", async () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Keys" onClose={onClose}>
      <button type="button">Last</button>
    </Dialog>,
  );
  const [close, last] = screen.getAllByRole("button");
  expect(document.activeElement).toBe(close);
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(last);
  await userEvent.tab();
  expect(document.activeElement).toBe(close);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

function WithTooltip(): ReactNode {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  return (
    <div ref={setRoot}>
      <IconButton label="Undo" hint="Ctrl+Z" icon={<i />} onPress={() => {}} />
      <Tooltips root={root} />
    </div>
  );
}

test("a name is shown after resting on a control, and taken away by Escape", () => {
  vi.useFakeTimers();
  render(<WithTooltip />);
  fireEvent.pointerOver(screen.getByRole("button"), { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(TOOLTIP_DELAY_MS - 1));
  expect(screen.queryByText("Undo")).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText("Undo")).toBeTruthy();
  expect(screen.getByText("Ctrl+Z")).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByText("Undo")).toBeNull();
});

test("a finger gets no tooltips", () => {
  vi.useFakeTimers();
  render(<WithTooltip />);
  fireEvent.pointerOver(screen.getByRole("button"), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(TOOLTIP_DELAY_MS * 2));
  expect(screen.queryByText("Undo")).toBeNull();
});

test("texts are the host's", () => {
  render(
    <EditorTextsProvider texts={createEditorTexts("de", "ltr", { saved: { draft: "Entwurf gesichert" } })}>
      <SavedState state="draft" />
    </EditorTextsProvider>,
  );
  expect(screen.getByRole("status").textContent).toBe("Entwurf gesichert");
});
