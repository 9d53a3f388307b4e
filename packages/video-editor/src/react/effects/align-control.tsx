import type { EditEffectOf } from "@stillreel/contract";
import type { ReactNode } from "react";
import { Segments } from "../panels/fields.tsx";
import { useTexts } from "../texts-context.tsx";

type Align = EditEffectOf<"text">["align"];

const ALIGNS = [
  ["start", "alignStart"],
  ["middle", "alignMiddle"],
  ["end", "alignEnd"],
] as const;

/** Where the lines of a text begin. */
export function AlignControl({ value, onChange }: { value: Align; onChange(align: Align): void }): ReactNode {
  const { t } = useTexts();
  return (
    <Segments
      label={t("effect.align")}
      value={value}
      options={ALIGNS.map(([align, key]) => ({ value: align, label: t(`effect.${key}`) }))}
      onChange={onChange}
    />
  );
}
