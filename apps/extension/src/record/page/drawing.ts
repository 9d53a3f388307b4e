import { make, set } from "../../shared/page/dom-nodes.ts";
import { iconButton, rove } from "./controls.ts";
import { COLOURS, type InkTool, isMeant, seen, type Stroke, WIDTHS } from "./drawing.plan.ts";
import { inkSheet, ledThrough } from "./ink.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";
import type { RecordingParts } from "./recording-parts-slot.ts";

interface Pen {
  tool: InkTool;
  colour: keyof typeof COLOURS;
  width: keyof typeof WIDTHS;
  fades: boolean;
}

const keysOf = <T extends object>(all: T): (keyof T)[] => Object.keys(all) as (keyof T)[];

/** Creates a group of buttons of which exactly one is selected. */
function choices<T extends string>(label: string, names: readonly T[], one: (name: T) => HTMLButtonElement, chosen: () => T) {
  const group = make("div", "group");
  set(group, { role: "radiogroup", "aria-label": label });
  const buttons = names.map((name) => [name, one(name)] as const);
  for (const [, button] of buttons) set(button, { role: "radio" });
  group.append(...buttons.map(([, button]) => button));
  const show = (): void => {
    for (const [name, button] of buttons) set(button, { "aria-checked": String(name === chosen()) });
  };
  group.addEventListener("click", show);
  show();
  return group;
}

function makeTools({ texts, icons, direction }: RecordingPageView, pen: Pen, act: (what: "undo" | "clear") => void): HTMLElement {
  const node = make("div", "row tools");
  set(node, { role: "toolbar", "aria-label": texts.drawing });
  const gap = (): HTMLElement => make("i", "gap");
  const change =
    <K extends keyof Pen>(name: K, value: Pen[K]) =>
    (): void => {
      pen[name] = value;
    };
  const tool = (name: InkTool): HTMLButtonElement => iconButton(icons[name] ?? "", texts[name], change("tool", name));
  const colour = (name: Pen["colour"]): HTMLButtonElement => {
    const button = iconButton("", texts[name], change("colour", name), "ink");
    const drop = make("i");
    drop.style.setProperty("--of", COLOURS[name]);
    button.append(drop);
    return button;
  };
  const width = (name: Pen["width"]): HTMLButtonElement => {
    const button = iconButton("", texts[name], change("width", name), "wide");
    const line = make("i");
    line.style.width = line.style.height = `${WIDTHS[name] + 3}px`;
    button.append(line);
    return button;
  };
  const fading = iconButton(icons["fading"] ?? "", texts.fading, () => {
    pen.fades = !pen.fades;
    set(fading, { "aria-pressed": String(pen.fades) });
  });
  set(fading, { "aria-pressed": "false" });
  node.append(
    choices(texts.drawing, ["pen", "arrow", "box"] as const, tool, () => pen.tool),
    gap(),
    choices(texts.colour, keysOf(COLOURS), colour, () => pen.colour),
    gap(),
    choices(texts.width, keysOf(WIDTHS), width, () => pen.width),
    gap(),
    fading,
    iconButton(icons["undo"] ?? "", texts.undo, () => act("undo")),
    iconButton(icons["discard"] ?? "", texts.clear, () => act("clear")),
  );
  rove(node, direction === "rtl");
  return node;
}

/** Handles Ctrl+Z and Esc while the pen is in use, before the page sees them. */
function watchKeys(isOpen: () => boolean, { undo, leave }: { undo: () => void; leave: () => void }, signal: AbortSignal): void {
  const press = (event: KeyboardEvent): void => {
    if (!isOpen() || !event.isTrusted) return;
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (!isUndo && event.key !== "Escape") return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (isUndo) undo();
    else leave();
  };
  addEventListener("keydown", press, { capture: true, signal });
}

/**
 * Lets the user draw over the page. The page receives no events while a tool is active.
 * @param leave called when Esc deactivates the tool
 */
export function makeDrawing(view: RecordingPageView, leave: () => void, signal: AbortSignal): RecordingParts["drawing"] {
  const pen: Pen = { tool: "pen", colour: "yellow", width: "middle", fades: false };
  const sheet = make("canvas", "sheet");
  sheet.hidden = true;
  let strokes: Stroke[] = [];
  let current: Stroke | null = null;
  let frame = 0;
  let isOpen = false;

  function paint(): void {
    frame = 0;
    const now = performance.now();
    strokes = seen(strokes, now);
    const all = current ? [...strokes, current] : strokes;
    sheet.hidden = !isOpen && all.length === 0;
    inkSheet(sheet, all, now);
    // Fading strokes are drawn again until they are invisible.
    if (strokes.some(({ fadesFrom }) => fadesFrom !== null)) ask();
  }
  function ask(): void {
    frame ||= requestAnimationFrame(paint);
  }
  function act(what: "undo" | "clear"): void {
    strokes = what === "clear" ? [] : strokes.slice(0, -1);
    ask();
  }

  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    sheet.setPointerCapture(event.pointerId);
    const { tool, colour, width } = pen;
    current = ledThrough({ tool, colour: COLOURS[colour], width: WIDTHS[width], points: [], fadesFrom: null }, event);
    ask();
  });
  sheet.addEventListener("pointermove", (event) => {
    if (!current) return;
    current = ledThrough(current, event);
    ask();
  });
  sheet.addEventListener("lostpointercapture", () => {
    if (current && isMeant(current)) strokes.push({ ...current, fadesFrom: pen.fades ? performance.now() : null });
    current = null;
    ask();
  });
  watchKeys(() => isOpen, { undo: () => act("undo"), leave }, signal);
  addEventListener("resize", ask, { signal });

  const tools = makeTools(view, pen, act);
  tools.hidden = true;
  return {
    sheet,
    tools,
    open(now) {
      if (isOpen === now) return;
      isOpen = now;
      tools.hidden = !now;
      sheet.classList.toggle("open", now);
      ask();
    },
    clear: () => act("clear"),
  };
}
