import { Tooltips as BaseTooltips } from "@stillreel/ui/primitives";
import type { ReactNode } from "react";
import { Keycap } from "./button.tsx";

export { TOOLTIP_DELAY_MS } from "@stillreel/ui/primitives";

/** The tooltips of the editor's controls, with their keys as keycaps. */
export function Tooltips({ root }: { root: HTMLElement | null }): ReactNode {
  return <BaseTooltips root={root} renderKey={(key) => <Keycap>{key}</Keycap>} />;
}
