// Child process of the drawing port: reads tasks, draws them, responds and exits. It ends with its parent, because its input closes.
import "./canvas-globals.ts";
import { drawAll } from "./draw-tasks.ts";
import type { DrawingTask } from "../../drawing.port.ts";
import { firstLine } from "../../confinement/first-line.ts";

const result = await drawAll(JSON.parse(await firstLine()) as DrawingTask[]);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
