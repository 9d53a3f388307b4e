import type { BOARD_TEMPLATES, BoardDocument, BoardElement } from "@stillreel/contract";
import { createSketch, FILL } from "./sketch.ts";

export type TemplateName = (typeof BOARD_TEMPLATES)[number];
/** Names of the texts on templates. */
export type TemplateText =
  | "retroKeep"
  | "retroChange"
  | "retroTry"
  | "retroHint"
  | "flowStart"
  | "flowStep"
  | "flowQuestion"
  | "flowYes"
  | "flowNo"
  | "flowEnd"
  | "screen"
  | "button"
  | "storyGoal"
  | "storyStep"
  | "storyNow"
  | "storyNext";
/** Returns a text of a template in the language of the user. */
export type TemplateTexts = (name: TemplateText, values?: { number: number }) => string;

/** Three columns for notes: what to continue, to change and to try. */
function retro(t: TemplateTexts): BoardDocument {
  const sketch = createSketch();
  const columns = [
    ["retroKeep", FILL.green],
    ["retroChange", FILL.orange],
    ["retroTry", FILL.blue],
  ] as const;
  for (const [column, [name, fill]] of columns.entries()) {
    const x = column * 380;
    sketch.text(t(name), { x, y: 0 }, 28);
    for (let note = 0; note < 4; note += 1)
      sketch.note({ x: x + (note % 2) * 164, y: 60 + Math.floor(note / 2) * 126 }, column === 0 && note === 0 ? t("retroHint") : "", fill);
  }
  return sketch.document();
}

/** A flow with a decision. */
function flow(t: TemplateTexts): BoardDocument {
  const sketch = createSketch();
  const size = { width: 180, height: 80 };
  const start = sketch.shape("ellipse", { x: 0, y: 0, ...size }, t("flowStart"), { backgroundColor: FILL.green });
  const step = sketch.shape("rectangle", { x: 280, y: 0, ...size }, t("flowStep"), { roundness: { type: 3 } });
  const question = sketch.shape("diamond", { x: 560, y: -30, width: 200, height: 140 }, t("flowQuestion"), {
    backgroundColor: FILL.yellow,
  });
  const yes = sketch.shape("rectangle", { x: 860, y: 0, ...size }, t("flowYes"), { roundness: { type: 3 } });
  const no = sketch.shape("rectangle", { x: 570, y: 220, ...size }, t("flowNo"), { roundness: { type: 3 } });
  const end = sketch.shape("ellipse", { x: 860, y: 220, ...size }, t("flowEnd"), { backgroundColor: FILL.red });
  for (const [from, to] of [
    [start, step],
    [step, question],
    [question, yes],
    [question, no],
    [yes, end],
    [no, end],
  ] as const)
    sketch.arrow(from, to);
  return sketch.document();
}

/** Three screens of an app, each in a frame. */
function wireframe(t: TemplateTexts): BoardDocument {
  const sketch = createSketch();
  for (let screen = 0; screen < 3; screen += 1) {
    const x = screen * 340;
    const frame = sketch.frame({ x, y: 0, width: 260, height: 500 }, t("screen", { number: screen + 1 }));
    const first = sketch.elements.length;
    sketch.shape("rectangle", { x: x + 20, y: 24, width: 140, height: 20 }, "", { backgroundColor: "#d2d2d9", strokeColor: "transparent" });
    sketch.shape("rectangle", { x: x + 20, y: 64, width: 220, height: 150 }, "", screen === 0 ? {} : { backgroundColor: FILL.blue });
    for (let line = 0; line < 3; line += 1)
      sketch.shape("rectangle", { x: x + 20, y: 240 + line * 52, width: 220, height: 36 }, "", { roundness: { type: 3 } });
    sketch.shape("rectangle", { x: x + 20, y: 430, width: 220, height: 48 }, t("button"), {
      roundness: { type: 3 },
      backgroundColor: FILL.yellow,
    });
    for (const element of sketch.elements.slice(first)) element.frameId = frame.id;
  }
  return sketch.document();
}

/** Activities with steps below, cut into releases. */
function storyMap(t: TemplateTexts): BoardDocument {
  const sketch = createSketch();
  for (let goal = 0; goal < 4; goal += 1) {
    const x = goal * 180;
    sketch.note({ x, y: 0 }, t("storyGoal", { number: goal + 1 }), FILL.yellow);
    sketch.note({ x, y: 140 }, t("storyStep", { number: goal + 1 }), FILL.blue);
    sketch.note({ x, y: 340 }, "", FILL.green);
    sketch.note({ x, y: 540 }, "", FILL.orange);
  }
  sketch.text(t("storyNow"), { x: -220, y: 380 });
  sketch.text(t("storyNext"), { x: -220, y: 580 });
  for (const y of [296, 496])
    sketch.shape("rectangle", { x: -220, y, width: 910, height: 1 }, "", { strokeStyle: "dashed", strokeWidth: 1, roughness: 0 });
  return sketch.document();
}

/** Returns a drawing that begins at the right. Texts in shapes have the same position in their shape as before. */
function mirror(document: BoardDocument): BoardDocument {
  const byId = new Map(document.elements.map((element) => [element.id, element]));
  const mirrorX = ({ x, width, points }: BoardElement): number => (points ? -x : -x - width);
  const elements = document.elements.map((element) => {
    const container = element.containerId ? byId.get(element.containerId) : undefined;
    if (container) return { ...element, x: element.x + mirrorX(container) - container.x };
    return {
      ...element,
      x: mirrorX(element),
      ...(element.points && { points: element.points.map(([x, y]): [number, number] => [-x, y]) }),
      ...(element.type === "text" && { textAlign: "right" as const }),
    };
  });
  return { ...document, elements };
}

/**
 * Returns the drawing of a template.
 * @param isFromRight whether the language of the texts is read from the right: the drawing then begins there
 */
export function templateOf(name: TemplateName, texts: TemplateTexts, isFromRight = false): BoardDocument {
  const builders = { retro, flow, wireframe, "story-map": storyMap, blank: () => createSketch().document() };
  const document = builders[name](texts);
  return isFromRight ? mirror(document) : document;
}
