import type { AnnotationDocument, SensitiveBox, Shape } from "@stillreel/contract";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEditor, type Editor, type Picture } from "../core/index.ts";
import { ImageEditor } from "./image-editor.tsx";
import type { ImageEditorProps } from "./image-editor.types.ts";
import { createEditorTexts } from "./texts.ts";
import { EditorTextsProvider } from "./texts-context.tsx";

/** Drawing is tested in a browser. A simulated page has no pixels, so this image has none either. */
const picture: Picture = { width: 1_280, height: 800, bands: [], blob: new Blob(), close: () => {} };
const always = { opacity: 1, rotation: 0, hidden: false };
const rectangle = (id: string, x = 0): Shape => ({
  ...always,
  id,
  type: "rectangle",
  x,
  y: 10,
  width: 100,
  height: 50,
  color: "#E5352B",
  strokeWidth: 6,
  fill: null,
  radius: 0,
});
const step = (id: string, number: number): Shape => ({ ...always, id, type: "step", x: 300, y: 300, number, color: "#FFC42E", size: 44 });
const redact = (id: string): Shape => ({ ...always, id, type: "redact", x: 500, y: 400, width: 80, height: 30, color: "#17161C" });

interface Shown {
  editor: Editor;
  onSave: () => void;
  onCopy: () => void;
  user: ReturnType<typeof userEvent.setup>;
}

function show(shapes: Shape[] = [], props: Partial<ImageEditorProps> = {}, direction: "ltr" | "rtl" = "ltr"): Shown {
  const document: AnnotationDocument = { version: 1, crop: null, shapes };
  const editor = createEditor(picture, document);
  // A simulated canvas has no context and no size.
  vi.spyOn(editor, "attach").mockReturnValue(() => {});
  editor.setViewport({ width: 1_000, height: 700 });
  const onSave = vi.fn<() => void>();
  const onCopy = vi.fn<() => void>();
  render(
    <EditorTextsProvider texts={createEditorTexts("en", direction)}>
      <ImageEditor
        editor={editor}
        start={null}
        actions={null}
        sensitive={null}
        keepOriginal={null}
        onSave={onSave}
        onCopy={onCopy}
        {...props}
      />
    </EditorTextsProvider>,
  );
  return { editor, onSave, onCopy, user: userEvent.setup() };
}

const canvas = (): HTMLElement => screen.getByRole("application");
const shapesOf = (editor: Editor): readonly Shape[] => editor.getState().document.shapes;
const layerNames = (): string[] =>
  [...screen.getByRole("list", { name: "Layers" }).querySelectorAll("[data-name]")].map((row) => row.textContent.trim());
const layer = (name: string): HTMLElement => within(screen.getByRole("list", { name: "Layers" })).getByRole("button", { name });
const announced = (text: string): Promise<void> => vi.waitFor(() => expect(screen.getByTestId("editor-said").textContent).toBe(text));

beforeEach(() => {
  localStorage.clear();
  Object.defineProperty(globalThis, "innerWidth", { value: 1_440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the rail is one stop of Tab, on the tool that is chosen, and arrows go through it", async () => {
  const { editor, user } = show();
  const rail = screen.getByRole("toolbar", { name: "Tools" });
  const stops = within(rail)
    .getAllByRole("button")
    .filter((button) => button.tabIndex === 0);
  expect(stops.map((button) => button.getAttribute("aria-label"))).toEqual(["Select"]);
  act(() => stops[0]?.focus());
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(editor.getState().tool).toBe("arrow");
  expect(within(rail).getByRole("button", { name: "Arrow" }).getAttribute("aria-pressed")).toBe("true");
  expect(document.activeElement).toBe(canvas());
});

test("an image is annotated by keyboard only, and each step is announced", async () => {
  const { editor, user } = show();
  act(() => canvas().focus());
  await user.keyboard("r");
  await announced("Rectangle tool. Press Enter to place it in the middle.");
  await user.keyboard("{Enter}");
  await announced("Rectangle added");
  const [placed] = shapesOf(editor);
  expect(placed).toMatchObject({ type: "rectangle" });
  await user.keyboard("{Shift>}{ArrowRight}{/Shift}{Alt>}{ArrowDown}{/Alt}");
  const [moved] = shapesOf(editor);
  if (placed?.type !== "rectangle" || moved?.type !== "rectangle") throw new Error("There is no rectangle.");
  expect(moved.x - placed.x).toBe(10);
  expect(moved.height - placed.height).toBe(1);
  await user.keyboard(".");
  expect(shapesOf(editor)[0]?.rotation).toBe(1);
  await user.keyboard("{Control>}z{/Control}");
  await announced("Undone");
  expect(shapesOf(editor)[0]?.rotation).toBe(0);
  await user.keyboard("{Delete}");
  await announced("Rectangle deleted");
});

test("keys of buttons stay with the buttons, letters choose tools from anywhere", async () => {
  const { editor, user } = show();
  const zoomIn = screen.getByRole("button", { name: "Zoom in" });
  const before = editor.getState().camera.zoom;
  act(() => zoomIn.focus());
  await user.keyboard("{Enter}");
  expect(editor.getState().camera.zoom).toBeGreaterThan(before);
  await user.keyboard("x");
  expect(editor.getState().tool).toBe("redact");
});

test("saving and copying are the host's: copying only when no shape is chosen", async () => {
  const { editor, onSave, onCopy, user } = show([rectangle("a")]);
  act(() => canvas().focus());
  await user.keyboard("{Control>}s{/Control}{Control>}c{/Control}");
  expect(onSave).toHaveBeenCalledTimes(1);
  expect(onCopy).toHaveBeenCalledTimes(1);
  act(() => editor.select(["a"]));
  await user.keyboard("{Control>}c{/Control}{Control>}v{/Control}");
  expect(onCopy).toHaveBeenCalledTimes(1);
  expect(shapesOf(editor)).toHaveLength(2);
});

test("keys that the editor knows do not reach the page around it, others do", async () => {
  const { user } = show();
  const page = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", page);
  act(() => canvas().focus());
  await user.keyboard("u");
  await user.keyboard("{F6}");
  document.removeEventListener("keydown", page);
  expect(page.mock.calls.map(([event]) => event.key)).toEqual(["F6"]);
});

test("layers are named, the topmost first, with the original at the end", () => {
  show([redact("r"), step("s", 3), rectangle("a")]);
  expect(layerNames()).toEqual(["Rectangle", "Step 3", "Redact"]);
  expect(screen.getByRole("list", { name: "Layers" }).lastElementChild?.textContent).toBe("OriginalLocked");
});

test("a layer is chosen, hidden, put in order and removed by keys", async () => {
  const { editor, user } = show([redact("r"), step("s", 3), rectangle("a")]);
  await user.click(screen.getByRole("button", { name: "Step 3" }));
  expect(editor.getState().selection).toEqual(["s"]);
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(layerNames()).toEqual(["Step 3", "Rectangle", "Redact"]);
  await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
  expect(shapesOf(editor).find(({ id }) => id === "a")?.hidden).toBe(true);
  expect(screen.getByRole("button", { name: "Show Rectangle" })).toBeTruthy();
  await user.keyboard("{ArrowLeft}{Delete}");
  expect(layerNames()).toEqual(["Step 3", "Redact"]);
});

test("layers are chosen together with Ctrl", async () => {
  const { editor, user } = show([redact("r"), step("s", 3), rectangle("a")]);
  await user.click(screen.getByRole("button", { name: "Step 3" }));
  fireEvent.click(layer("Redact"), { ctrlKey: true });
  expect(editor.getState().selection.toSorted()).toEqual(["r", "s"]);
  expect(screen.getByRole("toolbar", { name: "Properties: 2 selected" })).toBeTruthy();
});

test("that the list of layers is closed is remembered", async () => {
  const { user } = show([rectangle("a")]);
  await user.click(screen.getByRole("button", { name: "Close layers" }));
  expect(screen.queryByRole("list", { name: "Layers" })).toBeNull();
  cleanup();
  show([rectangle("a")]);
  expect(screen.queryByRole("list", { name: "Layers" })).toBeNull();
  expect(screen.getByRole("button", { name: "Layers" })).toBeTruthy();
});

test("the bar shows only what the chosen shape has", () => {
  const { editor } = show([rectangle("a"), redact("r")]);
  expect(screen.queryByRole("toolbar", { name: /Properties/u })).toBeNull();
  act(() => editor.select(["a"]));
  const bar = screen.getByRole("toolbar", { name: "Properties: Rectangle" });
  for (const name of ["Fill", "Opacity", "Thick"]) expect(within(bar).getByRole("button", { name })).toBeTruthy();
  expect(within(bar).queryByRole("button", { name: "Bold" })).toBeNull();
  act(() => editor.select(["r"]));
  expect(within(screen.getByRole("toolbar", { name: "Properties: Redact" })).queryByRole("button", { name: "Opacity" })).toBeNull();
});

test("a colour is for the chosen shape, and the bar is one stop of Tab", async () => {
  const { editor, user } = show([rectangle("a")]);
  act(() => editor.select(["a"]));
  const bar = screen.getByRole("toolbar", { name: "Properties: Rectangle" });
  expect([...bar.querySelectorAll<HTMLElement>("button, input[type=color]")].filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await user.click(within(bar).getByRole("button", { name: "Green" }));
  expect(shapesOf(editor)[0]).toMatchObject({ color: "#1F8A57" });
  expect(within(bar).getByRole("button", { name: "Green" }).getAttribute("aria-pressed")).toBe("true");
});

test("a layer has the name of the tool that drew it", () => {
  const { editor } = show();
  for (const tool of ["blur", "spotlight", "redact"] as const) act(() => editor.insertDefault(tool));
  expect(layerNames()).toEqual(["Redact", "Blur", "Spotlight"]);
});

test("blurring says that it is no redaction", () => {
  const { editor } = show();
  act(() => editor.setTool("blur"));
  expect(screen.getByText("Blurred text can sometimes be recovered. Use Redact for sensitive data.")).toBeTruthy();
  act(() => editor.setTool("redact"));
  expect(screen.queryByText(/Cosmetic/u)).toBeNull();
});

test("dragging a slider is one step of undo", () => {
  const { editor } = show([rectangle("a")]);
  act(() => editor.select(["a"]));
  fireEvent.click(screen.getByRole("button", { name: "Opacity" }));
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: /Opacity/u });
  for (const value of ["0.8", "0.6", "0.4"]) fireEvent.input(slider, { target: { value } });
  fireEvent(slider, new Event("change", { bubbles: true }));
  expect(shapesOf(editor)[0]?.opacity).toBe(0.4);
  act(() => editor.run("undo"));
  expect(shapesOf(editor)[0]?.opacity).toBe(1);
});

test("a menu takes the focus, is walked by arrows, and gives the focus back on Escape", async () => {
  const { editor, user } = show([rectangle("a"), rectangle("b", 200)]);
  act(() => editor.select(["a"]));
  const arrange = screen.getByRole("button", { name: "Arrange" });
  await user.click(arrange);
  expect(document.activeElement?.textContent).toBe("Bring to front");
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("Bring forward");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(arrange);
  expect(editor.getState().selection).toEqual(["a"]);
  await user.keyboard("{Enter}{Enter}");
  expect(shapesOf(editor).map(({ id }) => id)).toEqual(["b", "a"]);
});

test("aligning is offered for several shapes only", async () => {
  const { editor, user } = show([rectangle("a"), rectangle("b", 200)]);
  act(() => editor.select(["a"]));
  await user.click(screen.getByRole("button", { name: "Arrange" }));
  expect(screen.queryByRole("menuitem", { name: "Align left" })).toBeNull();
  await user.keyboard("{Escape}");
  act(() => editor.select(["a", "b"]));
  await user.click(screen.getByRole("button", { name: "Arrange" }));
  await user.click(screen.getByRole("menuitem", { name: "Align left" }));
  expect(shapesOf(editor).map((shape) => "x" in shape && shape.x)).toEqual([0, 0]);
});

test("the list of all keys opens by ?, keeps tools' letters to itself, and closes by Escape", async () => {
  const { editor, user } = show();
  act(() => canvas().focus());
  await user.keyboard("?");
  const dialog = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.keyboard("r");
  expect(editor.getState().tool).toBe("select");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(canvas());
});

const found: SensitiveBox[] = [
  { kind: "email", x: 10, y: 10, width: 100, height: 20 },
  { kind: "email", x: 10, y: 40, width: 100, height: 20 },
  { kind: "card", x: 10, y: 80, width: 100, height: 20 },
];

test("sensitive areas are counted by kind, and the ticked kinds are redacted", async () => {
  const { editor, user } = show([], { sensitive: found });
  await user.click(screen.getByRole("button", { name: "Find sensitive" }));
  const dialog = screen.getByRole("dialog", { name: "Find sensitive" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual(["E-mail addresses2", "Card numbers1"]);
  expect(within(dialog).getByRole("button", { name: "Redact 3" })).toBeTruthy();
  await user.click(within(dialog).getByRole("checkbox", { name: /Card numbers/u }));
  await user.click(within(dialog).getByRole("button", { name: "Redact 2" }));
  expect(shapesOf(editor).map(({ type }) => type)).toEqual(["redact", "redact"]);
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => editor.run("undo"));
  expect(shapesOf(editor)).toEqual([]);
});

test.each([
  { sensitive: null, text: /Only works on pages captured/u },
  { sensitive: [], text: /^No e-mail addresses, .* were found on this page\.$/u },
])("without boxes it is said why: $text", async ({ sensitive, text }) => {
  const { user } = show([], { sensitive });
  await user.click(screen.getByRole("button", { name: "Find sensitive" }));
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("storing the original is a choice beside what saving does", async () => {
  const onChange = vi.fn<(value: boolean) => void>();
  const { user } = show([redact("a")], { keepOriginal: { value: true, onChange } });
  expect(screen.getByText("Redactions are permanent.")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Keep original, only me" }));
  expect(onChange).toHaveBeenCalledWith(false);
});

test.each([
  {
    drawn: [redact("a")],
    value: true,
    text: /Redactions are permanent\..*shared image\. Only people who can edit this image can open the original\./u,
  },
  { drawn: [redact("a")], value: false, text: /Redactions are permanent\..*deletes the original\./u },
  {
    drawn: [rectangle("a")],
    value: true,
    text: /^Saving replaces the shared image\. Only people who can edit this image can open the original\.$/u,
  },
  { drawn: [{ ...redact("a"), hidden: true }], value: false, text: /^Saving replaces the image and deletes the original\.$/u },
])("the note describes what is drawn: $text", ({ drawn, value, text }) => {
  show(drawn, { keepOriginal: { value, onChange: () => {} } });
  expect(screen.getByText((_, element) => element?.tagName === "P" && text.test(element.textContent))).toBeTruthy();
});

test("a crop is chosen in numbers, applied, and can be taken back", async () => {
  const { editor, user } = show();
  act(() => editor.setTool("crop"));
  const bar = screen.getByRole("toolbar", { name: "Crop" });
  const width = within(bar).getByRole<HTMLInputElement>("textbox", { name: "Width" });
  expect(width.value).toBe("1280");
  await user.clear(width);
  await user.type(width, "640{Enter}");
  await user.click(within(bar).getByRole("button", { name: "Apply" }));
  expect(editor.getState().document.crop).toEqual({ x: 0, y: 0, width: 640, height: 800 });
  act(() => editor.setTool("crop"));
  await user.click(screen.getByRole("button", { name: "Reset" }));
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(editor.getState().document.crop).toBeNull();
});

test("presses and moves reach the editor in pixels of the canvas", () => {
  const { editor } = show();
  const pointer = vi.spyOn(editor, "pointer");
  fireEvent.pointerDown(canvas(), { clientX: 40, clientY: 30, button: 0, pointerId: 7, pointerType: "touch" });
  fireEvent.pointerUp(canvas(), { clientX: 60, clientY: 50, button: 0, pointerId: 7, pointerType: "touch" });
  expect(pointer.mock.calls.map(([{ kind, at, pointerId, pointerType }]) => ({ kind, at, pointerId, pointerType }))).toEqual([
    { kind: "down", at: { x: 40, y: 30 }, pointerId: 7, pointerType: "touch" },
    { kind: "up", at: { x: 60, y: 50 }, pointerId: 7, pointerType: "touch" },
  ]);
});
