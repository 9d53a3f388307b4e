import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import "./record-texts.ts";

/** Says that a recording lies among one's own videos, because the place that it was for is closed to the person. */
export function tellClosed(name: string | null): void {
  toasts.error(name === null ? i18next.t("recorder:portal.closedUnnamed") : i18next.t("recorder:portal.closed", { name }));
}
