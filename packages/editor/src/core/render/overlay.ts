import { toViewport } from "../camera.ts";
import { shapesOf } from "../document-edits.ts";
import type { EditorState, Point, Rect } from "../editor.types.ts";
import { corners, grown, pointsBounds } from "../geometry.ts";
import { frameCorners, frameOf, gripAt, GRIPS, handlesOf, outerFrame } from "../handles.ts";
import type { DrawingContext } from "../drawing-context.ts";

const INK = "#17161C";
const SIGNAL = "#FFC42E";
const PAPER = "#FFFFFF";
const GUIDE = "#8B5CF6";
/** Half the side of a square handle, in CSS pixels. */
const HALF = 4.5;
/** Above this many selected shapes, only the frame around all of them is drawn. */
const OUTLINES_MAX = 60;

/** A drawing over the image, and the box in CSS pixels that contains it. */
interface Mark {
  bounds: Rect;
  draw(ctx: DrawingContext): void;
}

/** Returns selection, handles, guides, marquee and crop of a state, in CSS pixels of the viewport. */
export function overlayMarks(state: EditorState): Mark[] {
  const { camera, cropping, marquee, guides } = state;
  const marks: Mark[] = [];
  if (cropping) marks.push(cropMark(state, cropping));
  else marks.push(...selectionMarks(state));
  for (const { axis, at, from, to } of guides) {
    const [a, b] =
      axis === "x"
        ? [
            { x: at, y: from },
            { x: at, y: to },
          ]
        : [
            { x: from, y: at },
            { x: to, y: at },
          ];
    marks.push(guideMark(toViewport(camera, a), toViewport(camera, b)));
  }
  if (marquee) marks.push(marqueeMark(corners(marquee).map((corner) => toViewport(camera, corner))));
  return marks;
}

function selectionMarks({ camera, document, selection, editing }: EditorState): Mark[] {
  const shapes = shapesOf(document, selection);
  const frame = frameOf(shapes);
  if (!frame) return [];
  const [only] = shapes;
  const isLine = shapes.length === 1 && only !== undefined && "from" in only;
  const marks: Mark[] = [];
  const seen = (points: readonly Point[]): Point[] => points.map((point) => toViewport(camera, point));
  if (shapes.length > 1 && shapes.length <= OUTLINES_MAX)
    for (const shape of shapes) {
      const single = frameOf([shape]);
      if (single) marks.push(frameMark(seen(frameCorners(single)), false));
    }
  if (!isLine) marks.push(frameMark(seen(frameCorners(outerFrame(frame, camera.zoom))), true));
  if (editing !== null) return marks;
  for (const handle of handlesOf(shapes, camera.zoom)) {
    const at = toViewport(camera, handle.at);
    marks.push(handle.kind === "grip" ? squareMark(at) : roundMark(at, handle.kind === "rotate" || handle.kind === "knob"));
  }
  return marks;
}

function outline(ctx: DrawingContext, points: readonly Point[]): void {
  ctx.beginPath();
  for (const [at, { x, y }] of points.entries())
    if (at === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  ctx.closePath();
}

/** Yellow dashes on dark lines are visible on every background. */
function frameMark(points: readonly Point[], isDashed: boolean): Mark {
  return {
    bounds: grown(pointsBounds(points), 2),
    draw(ctx) {
      outline(ctx, points);
      ctx.lineWidth = isDashed ? 1.5 : 1;
      ctx.strokeStyle = isDashed ? INK : SIGNAL;
      ctx.stroke();
      if (!isDashed) return;
      ctx.setLineDash([4, 4]);
      ctx.strokeStyle = SIGNAL;
      ctx.stroke();
      ctx.setLineDash([]);
    },
  };
}

function squareMark({ x, y }: Point): Mark {
  return {
    bounds: { x: x - HALF - 2, y: y - HALF - 2, width: 2 * HALF + 4, height: 2 * HALF + 4 },
    draw(ctx) {
      ctx.beginPath();
      ctx.roundRect(x - HALF, y - HALF, 2 * HALF, 2 * HALF, 1.5);
      ctx.fillStyle = PAPER;
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.strokeStyle = INK;
      ctx.stroke();
    },
  };
}

function roundMark({ x, y }: Point, isFilled: boolean): Mark {
  return {
    bounds: { x: x - HALF - 3, y: y - HALF - 3, width: 2 * HALF + 6, height: 2 * HALF + 6 },
    draw(ctx) {
      ctx.beginPath();
      ctx.arc(x, y, HALF + 0.5, 0, 2 * Math.PI);
      ctx.fillStyle = isFilled ? SIGNAL : PAPER;
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.strokeStyle = INK;
      ctx.stroke();
    },
  };
}

function guideMark(a: Point, b: Point): Mark {
  return {
    bounds: grown(pointsBounds([a, b]), 2),
    draw(ctx) {
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.lineWidth = 1;
      ctx.strokeStyle = GUIDE;
      ctx.stroke();
    },
  };
}

function marqueeMark(points: readonly Point[]): Mark {
  return {
    bounds: grown(pointsBounds(points), 2),
    draw(ctx) {
      outline(ctx, points);
      ctx.fillStyle = "rgb(255 196 46 / 0.12)";
      ctx.fill();
      ctx.lineWidth = 1;
      ctx.strokeStyle = INK;
      ctx.stroke();
      ctx.setLineDash([4, 4]);
      ctx.strokeStyle = SIGNAL;
      ctx.stroke();
      ctx.setLineDash([]);
    },
  };
}

/** Dims the area outside the crop, with thirds and grips in the frame. */
function cropMark({ camera, viewport }: EditorState, cropping: Rect): Mark {
  const at = toViewport(camera, cropping);
  const box = { ...at, width: cropping.width * camera.zoom, height: cropping.height * camera.zoom };
  return {
    bounds: { x: 0, y: 0, ...viewport },
    draw(ctx) {
      ctx.beginPath();
      ctx.rect(0, 0, viewport.width, viewport.height);
      ctx.rect(box.x, box.y, box.width, box.height);
      ctx.fillStyle = "rgb(23 22 28 / 0.55)";
      ctx.fill("evenodd");
      ctx.beginPath();
      for (const part of [1 / 3, 2 / 3]) {
        ctx.moveTo(box.x + box.width * part, box.y);
        ctx.lineTo(box.x + box.width * part, box.y + box.height);
        ctx.moveTo(box.x, box.y + box.height * part);
        ctx.lineTo(box.x + box.width, box.y + box.height * part);
      }
      ctx.lineWidth = 1;
      ctx.strokeStyle = "rgb(255 255 255 / 0.45)";
      ctx.stroke();
      ctx.strokeStyle = PAPER;
      ctx.lineWidth = 1.5;
      ctx.strokeRect(box.x, box.y, box.width, box.height);
      for (const grip of GRIPS) squareMark(toViewport(camera, gripAt({ rect: cropping, rotation: 0 }, grip))).draw(ctx);
    },
  };
}
