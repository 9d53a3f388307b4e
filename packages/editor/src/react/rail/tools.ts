import {
  IconArrowUpRight,
  IconBlur,
  IconCircle,
  IconCircleNumber1,
  IconCrop,
  IconFocus2,
  IconGridDots,
  IconHighlight,
  IconLine,
  IconMessage2,
  IconMoodSmile,
  IconPointer,
  IconScribble,
  IconSquare,
  IconTypography,
  IconZoomScan,
} from "@tabler/icons-react";
import type { ToolId } from "../../core/index.ts";

export interface Tool {
  id: ToolId;
  key: string;
  icon: typeof IconPointer;
}

/** The rail's groups from top to bottom. */
export const TOOL_GROUPS: readonly (readonly Tool[])[] = [
  [
    { id: "select", key: "V", icon: IconPointer },
    { id: "crop", key: "C", icon: IconCrop },
  ],
  [
    { id: "arrow", key: "A", icon: IconArrowUpRight },
    { id: "line", key: "L", icon: IconLine },
    { id: "rectangle", key: "R", icon: IconSquare },
    { id: "ellipse", key: "O", icon: IconCircle },
    { id: "pen", key: "P", icon: IconScribble },
    { id: "highlighter", key: "H", icon: IconHighlight },
  ],
  [
    { id: "text", key: "T", icon: IconTypography },
    { id: "callout", key: "B", icon: IconMessage2 },
    { id: "step", key: "N", icon: IconCircleNumber1 },
  ],
  [
    { id: "redact", key: "X", icon: IconBlur },
    { id: "blur", key: "U", icon: IconGridDots },
    { id: "spotlight", key: "S", icon: IconFocus2 },
    { id: "magnifier", key: "M", icon: IconZoomScan },
    { id: "stamp", key: "E", icon: IconMoodSmile },
  ],
];

/** Every tool. */
export const TOOLS: readonly Tool[] = TOOL_GROUPS.flat();
