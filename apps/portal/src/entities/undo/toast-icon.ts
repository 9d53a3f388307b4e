import type { ToastOptions } from "@stillreel/ui";
import type { Icon } from "@tabler/icons-react";
import { createElement } from "react";

/** The icon of a toast that offers undo. */
export const toastIcon = (icon: Icon): Pick<ToastOptions, "icon"> => ({
  icon: createElement(icon, { size: 18, stroke: 1.7, "aria-hidden": true }),
});
