import { startOffscreen } from "../../offscreen/start.ts";

startOffscreen();
