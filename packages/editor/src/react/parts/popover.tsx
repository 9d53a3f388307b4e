import { Popover as BasePopover, type PopoverProps } from "@stillreel/ui/primitives";
import type { ReactNode } from "react";
import { useTexts } from "../texts-context.tsx";
import { useFloatRoot } from "./float-root.ts";
import styles from "./popover.module.css";

type Props = Pick<PopoverProps, "anchor" | "label" | "align" | "onClose" | "children">;

/** A popover of the editor: beside a button, or a sheet at the lower edge of narrow screens. */
export function Popover(props: Props): ReactNode {
  const { direction } = useTexts();
  return (
    <BasePopover
      container={useFloatRoot()}
      isMirrored={direction === "rtl"}
      className={`${styles.popover} on-raised`}
      data-editor-keys="own"
      {...props}
    />
  );
}
