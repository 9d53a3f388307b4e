export { type Area, type BoardPicture, areaOf, drawBoard, drawElement, svgOf } from "./draw-board.ts";
export type { BoardPart, Turn } from "./parts.ts";
