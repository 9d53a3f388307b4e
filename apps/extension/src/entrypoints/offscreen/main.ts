import { startOffscreen } from "../../app/offscreen/start.ts";

startOffscreen();
