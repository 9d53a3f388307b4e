import type { BOARD_TEMPLATES, BoardDocument, BoardElement } from "@stillreel/contract";

type Template = (typeof BOARD_TEMPLATES)[number];

/** Colours of Excalidraw's palette: the fills of sticky notes and columns. */
const FILL = { yellow: "#ffec99", green: "#b2f2bb", blue: "#a5d8ff", red: "#ffc9c9", grey: "#e9ecef" } as const;
const INK = "#1e1e1e";
/** Family of Excalidraw's font "Excalifont", and its line height. */
const HAND = 5;
const LINE_HEIGHT = 1.25;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Collects the elements of a template in the order in which they are drawn. */
// oxlint-disable-next-line max-lines-per-function -- its functions share the list of elements
function drawing(updated: number) {
  const elements: BoardElement[] = [];

  function add(type: BoardElement["type"], box: Box, more: Partial<BoardElement> = {}): BoardElement {
    const n = elements.length + 1;
    const element: BoardElement = {
      id: `template-${n}`,
      type,
      version: 1,
      versionNonce: n,
      // Two digits after the head: enough for all elements of a template, and in their order.
      index: `b${DIGITS[Math.floor(n / DIGITS.length)]}${DIGITS[n % DIGITS.length] === "0" ? "01" : DIGITS[n % DIGITS.length]}`,
      isDeleted: false,
      ...box,
      angle: 0,
      seed: n,
      updated,
      strokeColor: INK,
      backgroundColor: "transparent",
      fillStyle: "solid",
      strokeWidth: 2,
      strokeStyle: "solid",
      roughness: 1,
      opacity: 100,
      locked: false,
      link: null,
      groupIds: [],
      frameId: null,
      roundness: type === "rectangle" ? { type: 3 } : null,
      boundElements: null,
      ...more,
    };
    elements.push(element);
    return element;
  }

  function text(content: string, x: number, y: number, fontSize = 20): BoardElement {
    const size = { width: Math.round(content.length * fontSize * 0.55), height: fontSize * LINE_HEIGHT };
    return add(
      "text",
      { x, y, ...size },
      {
        text: content,
        originalText: content,
        fontSize,
        fontFamily: HAND,
        textAlign: "left",
        verticalAlign: "top",
        containerId: null,
        autoResize: true,
        lineHeight: LINE_HEIGHT,
      },
    );
  }

  /** Draws a box with a text in its middle. */
  function labelled(
    type: "rectangle" | "diamond" | "ellipse",
    box: Box,
    content: string,
    backgroundColor: string,
    more: Partial<BoardElement> = {},
  ): BoardElement {
    const container = add(type, box, { backgroundColor, ...more });
    const label = text(content, 0, 0);
    label.x = box.x + (box.width - label.width) / 2;
    label.y = box.y + (box.height - label.height) / 2;
    Object.assign(label, { containerId: container.id, textAlign: "center", verticalAlign: "middle" });
    container.boundElements = [{ id: label.id, type: "text" }];
    return container;
  }

  function arrow(from: BoardElement, to: BoardElement): void {
    const start = { x: from.x + from.width / 2, y: from.y + from.height };
    const end = { x: to.x + to.width / 2, y: to.y };
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const made = add(
      "arrow",
      { ...start, width: Math.abs(dx), height: Math.abs(dy) },
      {
        points: [
          [0, 0],
          [dx, dy],
        ],
        startBinding: { elementId: from.id, focus: 0, gap: 1 },
        endBinding: { elementId: to.id, focus: 0, gap: 1 },
        startArrowhead: null,
        endArrowhead: "arrow",
        elbowed: false,
        roundness: { type: 2 },
      },
    );
    for (const one of [from, to]) one.boundElements = [...(one.boundElements ?? []), { id: made.id, type: "arrow" }];
  }

  return { elements, add, text, labelled, arrow };
}

type Drawing = ReturnType<typeof drawing>;

function retro({ text, labelled, add }: Drawing): void {
  const columns = [
    ["Went well", FILL.green],
    ["To improve", FILL.red],
    ["Ideas", FILL.yellow],
    ["Actions", FILL.blue],
  ] as const;
  for (const [at, [title, fill]] of columns.entries()) {
    const x = at * 340;
    text(title, x + 20, 0, 28);
    add("rectangle", { x, y: 50, width: 320, height: 640 }, { backgroundColor: FILL.grey, opacity: 50 });
    labelled("rectangle", { x: x + 40, y: 80, width: 240, height: 120 }, "...", fill, { customData: { note: true }, roundness: null });
  }
}

function flow({ labelled, arrow, text }: Drawing): void {
  const start = labelled("ellipse", { x: 200, y: 0, width: 200, height: 80 }, "Start", FILL.green);
  const step = labelled("rectangle", { x: 200, y: 140, width: 200, height: 80 }, "Step", FILL.blue);
  const choice = labelled("diamond", { x: 190, y: 280, width: 220, height: 140 }, "Decision?", FILL.yellow);
  const yes = labelled("rectangle", { x: 40, y: 500, width: 200, height: 80 }, "Yes", FILL.blue);
  const no = labelled("rectangle", { x: 360, y: 500, width: 200, height: 80 }, "No", FILL.blue);
  const end = labelled("ellipse", { x: 200, y: 660, width: 200, height: 80 }, "End", FILL.red);
  for (const [from, to] of [
    [start, step],
    [step, choice],
    [choice, yes],
    [choice, no],
    [yes, end],
    [no, end],
  ] as const)
    arrow(from, to);
  text("Flow", 0, 0, 28);
}

function wireframe({ add, text, labelled }: Drawing): void {
  text("Desktop", 0, -50, 28);
  add("rectangle", { x: 0, y: 0, width: 800, height: 520 }, { roughness: 0 });
  labelled("rectangle", { x: 0, y: 0, width: 800, height: 60 }, "Header", FILL.grey, { roughness: 0 });
  labelled("rectangle", { x: 20, y: 80, width: 160, height: 420 }, "Navigation", FILL.grey, { roughness: 0 });
  labelled("rectangle", { x: 200, y: 80, width: 580, height: 200 }, "Content", "transparent", { roughness: 0 });
  for (const at of [0, 1, 2])
    labelled("rectangle", { x: 200 + at * 200, y: 300, width: 180, height: 200 }, "Card", "transparent", { roughness: 0 });
  text("Phone", 880, -50, 28);
  add("rectangle", { x: 880, y: 0, width: 260, height: 520 }, { roughness: 0 });
  labelled("rectangle", { x: 880, y: 0, width: 260, height: 60 }, "Header", FILL.grey, { roughness: 0 });
  labelled("rectangle", { x: 900, y: 80, width: 220, height: 340 }, "Content", "transparent", { roughness: 0 });
  labelled("rectangle", { x: 880, y: 460, width: 260, height: 60 }, "Navigation", FILL.grey, { roughness: 0 });
}

function storyMap({ text, labelled, add }: Drawing): void {
  const rows = [
    ["Activities", FILL.blue],
    ["Steps", FILL.yellow],
    ["Release 1", FILL.green],
    ["Release 2", FILL.red],
  ] as const;
  for (const [row, [title, fill]] of rows.entries()) {
    const y = row * 200;
    text(title, 0, y + 50, 24);
    for (const column of [0, 1, 2, 3])
      labelled("rectangle", { x: 200 + column * 220, y, width: 200, height: 120 }, "...", fill, {
        customData: { note: true },
        roundness: null,
      });
    if (row > 0)
      add(
        "line",
        { x: 0, y: y - 40, width: 1_080, height: 0 },
        {
          points: [
            [0, 0],
            [1_080, 0],
          ],
          startBinding: null,
          endBinding: null,
          startArrowhead: null,
          endArrowhead: null,
          strokeStyle: "dashed",
          polygon: false,
        },
      );
  }
}

const DRAWERS: Record<Template, (on: Drawing) => void> = { blank: () => {}, retro, flow, wireframe, "story-map": storyMap };

/** Returns the drawing of a template. Its words are English, as users can change them. */
export function templateOf(template: Template, now: Date): Pick<BoardDocument, "elements"> & { canvas?: BoardDocument["canvas"] } {
  const on = drawing(now.getTime());
  DRAWERS[template](on);
  return { elements: on.elements };
}
