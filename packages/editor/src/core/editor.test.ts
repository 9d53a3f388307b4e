import { AnnotationDocument, type Shape } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { createEditor } from "./editor.ts";
import type { ToolId } from "./editor.types.ts";
import { boundsOf, KINDS } from "./shapes/index.ts";
import { isShapeTool } from "./styles.ts";
import { blankPicture, EMPTY, EditorDriver } from "./driver/editor-driver.ts";

const DRAWING = Object.keys(KINDS).filter((tool) => isShapeTool(tool as ToolId)) as (keyof typeof KINDS)[];
const STAYING = new Set(["pen", "highlighter", "step", "redact", "stamp"]);
const box = (shape: Shape): number[] => Object.values(boundsOf(shape)).map((value) => Math.round(value));

function rectangles(...at: [number, number][]): EditorDriver {
  const driver = new EditorDriver();
  for (const [x, y] of at) driver.tool("rectangle").drag(x, y, x + 100, y + 50);
  return driver;
}

describe("drawing", () => {
  it("by keyboard places shapes next to each other", () => {
    const driver = new EditorDriver();
    for (let at = 0; at < 3; at += 1) driver.tool("step").key("Enter");
    const positions = driver.shapes.map((shape) => Object.values(boundsOf(shape)).join());
    expect(new Set(positions).size).toBe(3);
  });

  it.each(DRAWING)("with %s makes one shape, one step of undo, and a document that can be stored", (tool) => {
    const driver = new EditorDriver().tool(tool).drag(100, 100, 300, 220);
    const { editor } = driver;
    if (editor.getState().editing !== null) {
      editor.setText("Words");
      editor.stopEditing();
    }
    expect(driver.shapes).toHaveLength(1);
    expect(AnnotationDocument.parse(driver.document)).toEqual(driver.document);
    expect(editor.getState()).toMatchObject({ canUndo: true, isChanged: true });
    expect(editor.getState().tool).toBe(STAYING.has(tool) ? tool : "select");
    expect(driver.selection).toHaveLength(STAYING.has(tool) ? 0 : 1);
    editor.run("undo");
    expect(driver.document).toBe(EMPTY);
    expect(editor.getState()).toMatchObject({ canUndo: false, canRedo: true, isChanged: false });
    editor.run("redo");
    expect(driver.shapes).toHaveLength(1);
  });

  it.each(DRAWING)("with %s is discarded when Escape is pressed during it", (tool) => {
    const driver = new EditorDriver().tool(tool).down(100, 100).move(200, 180).key("Escape").move(240, 200).up();
    expect(driver.wasUsed).toBe(true);
    expect(driver.document).toBe(EMPTY);
    expect(driver.editor.getState()).toMatchObject({ canUndo: false, tool, guides: [], marquee: null });
  });

  it.each(DRAWING)("with %s by keyboard places a selected shape in the middle, which arrow keys move", (tool) => {
    const driver = new EditorDriver().tool(tool).key("Enter");
    if (driver.editor.getState().editing !== null) driver.editor.setText("Words");
    driver.key("Escape");
    if (driver.selection.length === 0) driver.editor.run("select-all");
    const [before] = driver.shapes;
    expect(before?.type).toBe(tool);
    driver.key("ArrowRight", { shift: true }).key("ArrowDown");
    const [after] = driver.shapes;
    expect(box(after!)[0]! - box(before!)[0]!).toBe(10);
    expect(box(after!)[1]! - box(before!)[1]!).toBe(1);
  });

  it("with Shift makes squares, circles and lines at 45°", () => {
    const driver = new EditorDriver().holding({ shift: true });
    expect(driver.tool("rectangle").drag(100, 100, 220, 150).last("rectangle")).toMatchObject({ width: 120, height: 120 });
    expect(driver.tool("line").drag(100, 100, 200, 110).last("line").to).toEqual({ x: 200, y: 100 });
    expect(driver.tool("line").drag(100, 100, 200, 190).last("line").to).toEqual({ x: 195, y: 195 });
  });

  it("omits shapes without a size", () => {
    for (const tool of ["rectangle", "ellipse", "line", "arrow", "redact", "blur", "spotlight"] as const)
      expect(new EditorDriver().tool(tool).click(100, 100).document).toBe(EMPTY);
  });

  it("keeps freehand strokes short, and straight with Shift", () => {
    const driver = new EditorDriver().tool("pen").down(0, 0);
    for (let x = 0; x <= 400; x += 1) driver.move(x, 100);
    expect(driver.up().last("pen").points.length).toBeLessThanOrEqual(8);
    driver.tool("highlighter").holding({ shift: true }).drag(0, 200, 300, 208);
    expect(driver.last("highlighter").points).toEqual([0, 200, 300, 200]);
  });

  it("bends arrows by their middle and makes them straight again", () => {
    const driver = new EditorDriver().tool("arrow").drag(100, 100, 300, 100);
    driver.drag(200, 100, 200, 160);
    expect(driver.last("arrow").bend).toBe(-60);
    driver.drag(200, 160, 200, 102);
    expect(driver.last("arrow").bend).toBe(0);
    driver.drag(300, 100, 320, 180);
    expect(driver.last("arrow").to).toEqual({ x: 320, y: 180 });
  });

  it("numbers steps on from the last one, again, and from 1", () => {
    const driver = new EditorDriver().tool("step").click(50, 50).click(150, 50).click(250, 50);
    const numbers = (): number[] => driver.shapes.map((shape) => (shape.type === "step" ? shape.number : -1));
    expect(numbers()).toEqual([1, 2, 3]);
    driver.editor.select([driver.shapes[1]!.id]);
    driver.editor.run("delete");
    driver.editor.run("renumber-steps");
    expect(numbers()).toEqual([1, 2]);
    driver.tool("step").click(350, 50);
    driver.editor.select([driver.shapes[1]!.id, driver.shapes[2]!.id]);
    driver.editor.run("restart-steps");
    expect(numbers()).toEqual([1, 1, 2]);
  });
});

describe("styles", () => {
  it("change the selected and the next shapes; live changes are one step", () => {
    const driver = rectangles([100, 100]);
    for (const strokeWidth of [7, 8, 9]) driver.editor.setStyle({ strokeWidth }, true);
    driver.editor.setStyle({ strokeWidth: 10 });
    expect(driver.last("rectangle").strokeWidth).toBe(10);
    driver.editor.run("undo");
    expect(driver.last("rectangle").strokeWidth).toBe(6);
    expect(driver.tool("ellipse").drag(300, 300, 350, 350).last("ellipse").strokeWidth).toBe(10);
    expect(driver.tool("highlighter").drag(0, 400, 90, 400).last("highlighter").strokeWidth).toBe(24);
  });

  it("are those that all selected shapes have", () => {
    const driver = rectangles([100, 100]).tool("line").drag(100, 300, 200, 300);
    driver.editor.run("select-all");
    expect(driver.editor.styleKeys()).toEqual(["color", "strokeWidth", "opacity"]);
    driver.editor.run("select-none");
    expect(driver.editor.styleKeys()).toEqual([]);
    expect(driver.tool("redact").editor.styleKeys()).toEqual(["color"]);
  });

  it("of opacity are the digits", () => {
    const driver = rectangles([100, 100]).key("4");
    expect(driver.last("rectangle").opacity).toBe(0.4);
    expect(driver.key("0").last("rectangle").opacity).toBe(1);
    expect(driver.tool("redact").key("5").wasUsed).toBe(false);
  });

  it("are larger for pictures of dense screens", () => {
    const driver = new EditorDriver(EMPTY, undefined, { pixelRatio: 2 });
    expect(driver.tool("rectangle").drag(0, 0, 90, 90).last("rectangle").strokeWidth).toBe(12);
  });
});

describe("writing", () => {
  it("is one step together with its shape, and an empty text is no step", () => {
    const driver = new EditorDriver().tool("text").click(100, 100);
    const { editor } = driver;
    for (const text of ["H", "He", "Hello\r\nyou\u0007"]) editor.setText(text);
    expect(editor.textBox()).toMatchObject({ text: "Hello\nyou", grows: true, fontSize: 24 });
    driver.click(600, 500);
    expect(driver.last("text").text).toBe("Hello\nyou");
    editor.run("undo");
    expect(driver.document).toBe(EMPTY);
    driver.tool("text").click(100, 100).key("Escape");
    expect(driver.document).toBe(EMPTY);
    expect(editor.getState().canUndo).toBe(false);
  });

  it("is edited again by a double click, wraps at a dragged width, and is removed when it becomes empty", () => {
    const driver = new EditorDriver().tool("text").drag(100, 100, 260, 130);
    driver.editor.setText("These words need several lines");
    driver.click(600, 500);
    expect(driver.last("text").width).toBe(160);
    expect(boundsOf(driver.last("text")).height).toBeGreaterThan(60);
    driver.double(120, 110);
    expect(driver.editor.getState().editing).toBe(driver.last("text").id);
    expect(driver.key("v").wasUsed).toBe(false);
    driver.editor.setText("");
    driver.click(600, 500);
    expect(driver.shapes).toEqual([]);
    driver.editor.run("undo");
    expect(driver.last("text").text).toBe("These words need several lines");
  });

  it("stays within the image: a text at the edge moves inwards, a callout at the top is placed below", () => {
    const driver = new EditorDriver().tool("text").click(790, 596);
    driver.editor.setText("Several words\nin two lines");
    const { x, y, width, height } = boundsOf(driver.last("text"));
    expect([x + width <= 801, y + height <= 601]).toEqual([true, true]);
    driver.click(100, 100).tool("callout").click(300, 10);
    expect(driver.last("callout").y).toBeGreaterThan(10);
    expect(driver.last("callout").tip).toEqual({ x: 300, y: 10 });
  });

  it("makes a callout as high as its text", () => {
    const driver = new EditorDriver().tool("callout").click(300, 300);
    const before = driver.last("callout").height;
    driver.editor.setText("one\ntwo\nthree\nfour");
    expect(driver.last("callout").height).toBeGreaterThan(before);
    expect(driver.last("callout").tip).toEqual({ x: 300, y: 300 });
  });
});

describe("the crop", () => {
  it("has whole pixels of the image, is one step, and is cancelled by Escape", () => {
    const driver = new EditorDriver().tool("crop").drag(100.4, 50.2, 300.6, 250.7);
    expect(driver.editor.getState().cropping).toEqual({ x: 100, y: 50, width: 201, height: 201 });
    driver.key("Enter");
    expect(driver.document.crop).toEqual({ x: 100, y: 50, width: 201, height: 201 });
    expect(driver.editor.getState()).toMatchObject({ tool: "select", cropping: null });
    driver.tool("crop").drag(301, 251, 900, 900).key("Escape");
    expect(driver.document.crop).toEqual({ x: 100, y: 50, width: 201, height: 201 });
    driver.tool("crop").drag(301, 251, 900, 900).key("Enter");
    expect(driver.document.crop).toEqual({ x: 100, y: 50, width: 700, height: 550 });
    driver.tool("crop");
    driver.editor.run("reset-crop");
    driver.key("Enter");
    expect(driver.document.crop).toBeNull();
    driver.editor.run("undo");
    driver.editor.run("undo");
    expect(driver.document.crop).toEqual({ x: 100, y: 50, width: 201, height: 201 });
  });

  it("is moved within the picture only", () => {
    const driver = new EditorDriver().tool("crop").drag(100, 100, 300, 200).drag(200, 150, 900, 900);
    expect(driver.editor.getState().cropping).toEqual({ x: 600, y: 500, width: 200, height: 100 });
  });
});

describe("the view", () => {
  it("zooms between 5 and 800 % around a point, and fits", () => {
    const { editor } = new EditorDriver();
    editor.zoomTo(100);
    expect(editor.getState().camera.zoom).toBe(8);
    editor.zoomTo(0);
    expect(editor.getState().camera.zoom).toBe(0.05);
    editor.run("zoom-100");
    expect(editor.getState().camera.zoom).toBe(1);
    const before = editor.getState().camera;
    editor.zoomTo(2, { x: 400, y: 300 });
    const after = editor.getState().camera;
    expect(after.x + 400 / 2).toBeCloseTo(before.x + 400);
    editor.run("zoom-fit");
    expect(editor.getState().camera.zoom).toBe(1);
    editor.wheel({ at: { x: 0, y: 0 }, deltaX: 0, deltaY: -500, mod: true, shift: false });
    expect(editor.getState().camera.zoom).toBeGreaterThan(1);
  });

  it("shows long pages from their top and long strips from their left, and all of them once that is asked for", () => {
    const { editor } = new EditorDriver(EMPTY, blankPicture(1_000, 20_000));
    const zoom = (): number => editor.getState().camera.zoom;
    editor.run("zoom-fit");
    const whole = zoom();
    expect(whole).toBeLessThan(0.1);
    editor.setViewport({ width: 900, height: 1000 });
    expect(zoom()).toBe(whole);
    const strip = createEditor(blankPicture(6_000, 200), EMPTY);
    strip.setViewport({ width: 1000, height: 800 });
    expect(strip.getState().camera).toMatchObject({ zoom: 1, x: -48, y: -300 });
  });

  it("shows the whole of an ordinary picture on a phone", () => {
    const phone = createEditor(blankPicture(1_920, 1_080), EMPTY);
    phone.setViewport({ width: 390, height: 640 });
    const { zoom, x } = phone.getState().camera;
    expect(zoom * 1_920).toBeLessThanOrEqual(390);
    expect(x).toBeLessThanOrEqual(0);
  });

  it.each([
    ["a window at 200 %", 720, 390],
    ["a phone on its side", 600, 300],
  ])("leaves the height of the bars above and below a fitted picture in %s", (_, width, height) => {
    const editor = createEditor(blankPicture(1_440, 900), EMPTY);
    editor.setViewport({ width, height });
    const { zoom, y } = editor.getState().camera;
    expect(-y * zoom).toBeGreaterThanOrEqual(54);
    expect(height - (900 - y) * zoom).toBeGreaterThanOrEqual(54);
  });

  it("pans with Space or the middle button, and draws nothing then", () => {
    const driver = new EditorDriver().tool("rectangle");
    const before = driver.editor.getState().camera;
    driver.key(" ").down(300, 300).move(250, 260).up();
    driver.editor.keyUp({ key: " ", shift: false, alt: false, mod: false });
    expect(driver.editor.getState().camera).toMatchObject({ x: before.x + 50, y: before.y + 40 });
    driver.holding({ button: 1 }).down(300, 300).move(310, 310).up();
    expect(driver.document).toBe(EMPTY);
  });

  it("zooms with two fingers; the drawing of the first finger is discarded", () => {
    const driver = new EditorDriver().tool("rectangle").holding({ pointerType: "touch", pointerId: 1 }).down(300, 300).move(330, 330);
    expect(driver.shapes).toHaveLength(1);
    driver.holding({ pointerType: "touch", pointerId: 2 }).down(500, 300);
    expect(driver.document).toBe(EMPTY);
    driver.move(700, 300).up();
    expect(driver.editor.getState().camera.zoom).toBeGreaterThan(1.5);
    driver.holding({ pointerType: "touch", pointerId: 1 }).up(330, 330);
    expect(driver.document).toBe(EMPTY);
  });

  it("shows long pages by their width, and scrolls to a shape", () => {
    const driver = new EditorDriver(EMPTY, { ...new EditorDriver().editor.picture, width: 1280, height: 20_000 });
    const { editor } = driver;
    expect(editor.getState().camera.zoom).toBe(1);
    driver.tool("step").click(100, 15_000);
    editor.reveal(driver.shapes[0]!.id);
    const { camera } = editor.getState();
    expect(15_000 - camera.y).toBeGreaterThan(0);
    expect(15_000 - camera.y).toBeLessThan(1_000);
  });
});

describe("many shapes", () => {
  it("covers the found boxes in one step", () => {
    const driver = new EditorDriver();
    driver.editor.redact([
      { x: 10, y: 10, width: 50, height: 20 },
      { x: 10, y: 90, width: 50, height: 20 },
    ]);
    expect(driver.shapes.map(({ type }) => type)).toEqual(["redact", "redact"]);
    expect(driver.selection).toHaveLength(2);
    driver.editor.run("undo");
    expect(driver.document).toBe(EMPTY);
  });

  it("replaces the document in one step, with at most the permitted number of shapes", () => {
    const driver = rectangles([0, 0]);
    const other: AnnotationDocument = {
      ...EMPTY,
      shapes: Array.from({ length: 2_000 }, (_, at) => ({ ...driver.shapes[0]!, id: `r${at}` })),
    };
    driver.editor.replaceDocument(other);
    driver.tool("rectangle").drag(10, 10, 60, 60);
    expect(driver.shapes).toHaveLength(2_000);
    driver.editor.run("undo");
    expect(driver.shapes).toHaveLength(1);
  });
});
