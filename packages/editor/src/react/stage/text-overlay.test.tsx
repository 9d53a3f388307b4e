import type { AnnotationDocument, Shape } from "@stillreel/contract";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createEditor, type Editor, type Picture } from "../../core/index.ts";
import { ImageEditor } from "../image-editor.tsx";

/** A simulated page neither decodes nor draws images. Only its size matters here. */
const picture: Picture = { width: 1_280, height: 800, bands: [], blob: new Blob(), close: () => {} };
const text: Shape = {
  id: "t",
  type: "text",
  x: 100,
  y: 80,
  width: null,
  color: "#E5352B",
  fill: null,
  text: "Before",
  fontSize: 24,
  bold: true,
  align: "start",
  opacity: 1,
  rotation: 0,
  hidden: false,
};

function show(): { editor: Editor; onSave: () => void; user: ReturnType<typeof userEvent.setup> } {
  const document: AnnotationDocument = { version: 1, crop: null, shapes: [text] };
  const editor = createEditor(picture, document);
  vi.spyOn(editor, "attach").mockReturnValue(() => {});
  editor.setViewport({ width: 1_000, height: 700 });
  const onSave = vi.fn<() => void>();
  render(
    <ImageEditor editor={editor} start={null} actions={null} sensitive={null} keepOriginal={null} onSave={onSave} onCopy={() => {}} />,
  );
  act(() => {
    editor.select(["t"]);
    editor.startEditing("t");
  });
  return { editor, onSave, user: userEvent.setup() };
}

const field = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the annotation" });
const written = (editor: Editor): string => {
  const [shape] = editor.getState().document.shapes;
  return shape?.type === "text" ? shape.text : "";
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the field has the position and size of the drawn text, which is selected for overwriting", () => {
  const { editor } = show();
  const box = editor.textBox();
  expect(document.activeElement).toBe(field());
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe("Before");
  expect(Number.parseFloat(field().style.left)).toBeCloseTo(box?.rect.x ?? Number.NaN, 6);
  expect(Number.parseFloat(field().style.top)).toBeCloseTo(box?.rect.y ?? Number.NaN, 6);
  expect(Number.parseFloat(field().style.fontSize)).toBeCloseTo(box?.fontSize ?? Number.NaN, 6);
});

test("typed letters change the text and choose no tool, and Escape returns the focus to the image", async () => {
  const { editor, user } = show();
  await user.keyboard("arrow");
  expect(written(editor)).toBe("arrow");
  expect(editor.getState().tool).toBe("select");
  await user.keyboard("{Escape}");
  expect(editor.getState().editing).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("application"));
  act(() => editor.run("undo"));
  expect(written(editor)).toBe("Before");
});

test("Escape that takes back what an input method composes does not end the writing", () => {
  const { editor } = show();
  fireEvent.keyDown(field(), { key: "Escape", isComposing: true });
  expect(editor.getState().editing).toBe("t");
  fireEvent.keyDown(field(), { key: "Process", keyCode: 229 });
  expect(editor.getState().editing).toBe("t");
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(editor.getState().editing).toBeNull();
});

test("saving ends the writing first, so that the text is saved", async () => {
  const { editor, onSave, user } = show();
  await user.keyboard("After{Control>}s{/Control}");
  expect(editor.getState().editing).toBeNull();
  expect(written(editor)).toBe("After");
  expect(onSave).toHaveBeenCalledTimes(1);
});

test("the bar changes the text that is being written without ending it", async () => {
  const { editor, user } = show();
  await user.click(screen.getByRole("button", { name: "Bold" }));
  expect(editor.getState().editing).toBe("t");
  expect(editor.getState().document.shapes[0]).toMatchObject({ bold: false });
});

test("going elsewhere ends the writing", () => {
  const { editor } = show();
  act(() => screen.getByRole("button", { name: "Zoom in" }).focus());
  expect(editor.getState().editing).toBeNull();
});
