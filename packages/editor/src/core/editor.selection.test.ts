import { type Shape } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { boundsOf } from "./shapes/index.ts";
import { EMPTY, EditorDriver } from "./driver/editor-driver.ts";
const box = (shape: Shape): number[] => Object.values(boundsOf(shape)).map((value) => Math.round(value));

function rectangles(...at: [number, number][]): EditorDriver {
  const driver = new EditorDriver();
  for (const [x, y] of at) driver.tool("rectangle").drag(x, y, x + 100, y + 50);
  return driver;
}

describe("selecting", () => {
  it("takes the topmost shape, more with Shift, and nothing beside", () => {
    const driver = rectangles([100, 100], [120, 100]);
    const [low, top] = driver.shapes;
    expect(driver.click(121, 120).selection).toEqual([top!.id]);
    expect(driver.click(100, 120).selection).toEqual([low!.id]);
    expect(driver.holding({ shift: true }).click(135, 100).selection).toEqual([low!.id, top!.id]);
    expect(driver.click(135, 100).selection).toEqual([low!.id]);
    expect(driver.holding({}).click(600, 500).selection).toEqual([]);
  });

  it("takes what a marquee touches, but areas only when it encloses them", () => {
    const driver = rectangles([100, 100], [100, 200], [500, 400]);
    expect(driver.drag(50, 50, 150, 300).selection).toHaveLength(2);
    driver.tool("redact").drag(300, 300, 450, 350).tool("select");
    expect(driver.drag(310, 250, 320, 290).selection).toEqual([]);
    expect(driver.drag(290, 290, 400, 400).selection).toEqual([]);
    expect(driver.drag(290, 290, 470, 390).selection).toEqual([driver.shapes[3]!.id]);
  });

  it("moves what is selected, a copy with Alt, and back by Escape", () => {
    const driver = rectangles([100, 100]);
    driver.drag(120, 100, 150, 130);
    expect(box(driver.shapes[0]!)).toEqual([130, 130, 100, 50]);
    driver.holding({ alt: true }).drag(150, 130, 250, 130);
    expect(driver.shapes.map(box)).toEqual([
      [130, 130, 100, 50],
      [230, 130, 100, 50],
    ]);
    expect(driver.selection).toEqual([driver.shapes[1]!.id]);
    const before = driver.document;
    driver.holding({}).down(250, 130).move(400, 400).key("Escape").up();
    expect(driver.document).toBe(before);
    driver.editor.run("undo");
    expect(driver.shapes).toHaveLength(1);
  });

  it("resizes from each side and corner, from the middle with Alt, in proportion with Shift", () => {
    const driver = rectangles([100, 100]);
    driver.drag(205, 155, 255, 205);
    expect(box(driver.shapes[0]!)).toEqual([100, 100, 150, 100]);
    driver.drag(95, 150, 75, 150);
    expect(box(driver.shapes[0]!)).toEqual([80, 100, 170, 100]);
    driver.holding({ shift: true }).drag(255, 205, 425, 205);
    expect(box(driver.shapes[0]!)).toEqual([80, 100, 340, 200]);
    driver.holding({ alt: true }).drag(425, 200, 435, 200);
    expect(box(driver.shapes[0]!)).toEqual([70, 100, 360, 200]);
  });

  it("resizes several as a group", () => {
    const driver = rectangles([100, 100], [300, 200]);
    driver.editor.run("select-all");
    driver.drag(405, 255, 705, 405);
    expect(driver.shapes.map(box)).toEqual([
      [100, 100, 200, 100],
      [500, 300, 200, 100],
    ]);
  });

  it("turns a shape, and resizes it then along its own sides", () => {
    const driver = rectangles([100, 100]);
    driver.drag(150, 69, 230, 125);
    expect(driver.last("rectangle").rotation).toBe(90);
    expect(box(driver.shapes[0]!)).toEqual([125, 75, 50, 100]);
    // Turned by a right angle, its right side is at the bottom.
    driver.drag(150, 180, 150, 200);
    expect(box(driver.shapes[0]!)).toEqual([125, 75, 50, 120]);
    driver.editor.rotateBy(-90);
    expect(driver.last("rectangle").rotation).toBe(0);
  });

  it("never turns what must cover whole pixels", () => {
    const driver = new EditorDriver().tool("redact").drag(100, 100, 200, 150).tool("select");
    driver.editor.run("select-all");
    driver.editor.rotateBy(30);
    expect(driver.last("redact").rotation).toBe(0);
  });

  it("snaps to edges and middles of others and of the picture, unless a key is held", () => {
    const driver = rectangles([100, 100], [400, 300]);
    driver.snaps().down(430, 300).move(320, 104);
    expect(boundsOf(driver.shapes[1]!).y).toBe(100);
    expect(driver.editor.getState().guides).toContainEqual(expect.objectContaining({ axis: "y" }));
    driver.holding({ mod: true }).move(320, 104);
    expect(boundsOf(driver.shapes[1]!).y).toBe(104);
    driver.holding({}).move(382, 260).up();
    expect(boundsOf(driver.shapes[1]!).x + 50).toBe(400);
    expect(driver.editor.getState().guides).toEqual([]);
  });

  it("nudges with arrows; presses that follow one another are one step", () => {
    const driver = rectangles([100, 100]).key("ArrowLeft").key("ArrowLeft").key("ArrowUp", { shift: true });
    expect(box(driver.shapes[0]!)).toEqual([98, 90, 100, 50]);
    driver.key("ArrowRight", { alt: true });
    expect(box(driver.shapes[0]!)).toEqual([98, 90, 101, 50]);
    driver.editor.run("undo");
    driver.editor.run("undo");
    expect(box(driver.shapes[0]!)).toEqual([100, 100, 100, 50]);
  });
});

describe("arranging", () => {
  it("brings to front and back, one place or all the way", () => {
    const driver = rectangles([0, 0], [10, 0], [20, 0]);
    const [a, b, c] = driver.shapes.map(({ id }) => id);
    const order = (): string[] => driver.shapes.map(({ id }) => id);
    driver.editor.select([a!]);
    expect(driver.key("]") && order()).toEqual([b, a, c]);
    driver.editor.run("bring-to-front");
    expect(order()).toEqual([b, c, a]);
    expect(driver.key("[") && order()).toEqual([b, a, c]);
    driver.editor.run("send-to-back");
    expect(order()).toEqual([a, b, c]);
    driver.editor.reorder(c!, 0);
    expect(order()).toEqual([c, a, b]);
  });

  it("puts spotlights below all other shapes, however they are added or moved", () => {
    const driver = rectangles([0, 0]).tool("spotlight").drag(200, 200, 300, 260);
    const types = (): string[] => driver.shapes.map(({ type }) => type);
    expect(types()).toEqual(["spotlight", "rectangle"]);
    const [light, rectangle] = driver.shapes;
    for (const command of ["bring-to-front", "bring-forward"] as const) {
      driver.editor.select([light!.id]);
      driver.editor.run(command);
      expect(types()).toEqual(["spotlight", "rectangle"]);
    }
    driver.editor.reorder(light!.id, 1);
    expect(types()).toEqual(["spotlight", "rectangle"]);
    driver.editor.select([rectangle!.id]);
    driver.editor.run("send-to-back");
    expect(types()).toEqual(["spotlight", "rectangle"]);
    driver.editor.select([light!.id]);
    driver.editor.run("duplicate");
    expect(types()).toEqual(["spotlight", "spotlight", "rectangle"]);
  });

  it("leaves the order of an older document, in which a spotlight is on top, until the user changes it", () => {
    const base = { opacity: 1, rotation: 0, hidden: false };
    const driver = new EditorDriver({
      ...EMPTY,
      shapes: [
        { ...base, id: "a", type: "rectangle", x: 0, y: 0, width: 50, height: 50, color: "#E5352B", strokeWidth: 4, fill: null, radius: 0 },
        { ...base, id: "b", type: "spotlight", x: 0, y: 0, width: 50, height: 50, round: false, dim: 0.5 },
      ],
    });
    driver.tool("rectangle").drag(200, 200, 300, 260);
    expect(driver.shapes.map(({ type }) => type)).toEqual(["rectangle", "spotlight", "rectangle"]);
  });

  it("aligns several to one another and a single one to the picture", () => {
    const driver = rectangles([100, 100], [300, 200]);
    driver.editor.run("select-all");
    driver.editor.run("align-left");
    driver.editor.run("align-bottom");
    expect(driver.shapes.map(box)).toEqual([
      [100, 200, 100, 50],
      [100, 200, 100, 50],
    ]);
    driver.editor.select([driver.shapes[0]!.id]);
    driver.editor.run("align-center");
    driver.editor.run("align-middle");
    expect(box(driver.shapes[0]!)).toEqual([350, 275, 100, 50]);
  });

  it("copies, cuts and pastes, also into another editor", () => {
    const driver = rectangles([100, 100]);
    driver.key("c", { mod: true }).key("v", { mod: true });
    expect(driver.shapes.map(box)).toEqual([
      [100, 100, 100, 50],
      [116, 116, 100, 50],
    ]);
    expect(new Set(driver.shapes.map(({ id }) => id)).size).toBe(2);
    driver.key("x", { mod: true });
    expect(driver.shapes).toHaveLength(1);
    expect(new EditorDriver().key("v", { mod: true }).shapes).toHaveLength(1);
    driver.editor.run("select-none");
    expect(driver.key("c", { mod: true }).wasUsed).toBe(false);
  });

  it("hides, selects all that is seen, and deletes", () => {
    const driver = rectangles([100, 100], [300, 100]);
    driver.editor.toggleHidden(driver.shapes[0]!.id);
    driver.editor.run("select-none");
    expect(driver.click(100, 120).selection).toEqual([]);
    driver.key("a", { mod: true }).key("Delete");
    expect(driver.shapes.map(({ hidden }) => hidden)).toEqual([true]);
  });

  it("undoes without an end and comes back to what was saved", () => {
    const driver = new EditorDriver().tool("step");
    for (let at = 0; at < 300; at += 1) driver.click(10 + at, 10);
    driver.editor.markSaved();
    expect(driver.editor.getState().isChanged).toBe(false);
    for (let at = 0; at < 300; at += 1) driver.key("z", { mod: true });
    expect(driver.document).toBe(EMPTY);
    for (let at = 0; at < 300; at += 1) driver.key("z", { mod: true, shift: true });
    expect(driver.shapes).toHaveLength(300);
    expect(driver.editor.getState()).toMatchObject({ isChanged: false, canRedo: false });
  });
});
