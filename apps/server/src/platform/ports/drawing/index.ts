export { createDrawings } from "./canvas.drawing.ts";
