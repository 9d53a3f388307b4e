import { useDisclosure } from "@stillreel/ui/primitives";
import { IconAdjustmentsHorizontal, IconArrowsHorizontal, IconLineDashed, IconVectorSpline } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { Popover } from "../parts/popover.tsx";
import { Slider } from "../parts/slider.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./properties.module.css";
import type { ControlProps } from "./style-controls.types.ts";

const STEPS = ["thin", "medium", "thick"] as const;
/** Widths of the lines on the buttons, in CSS pixels. */
const DRAWN = [2, 4, 6] as const;

/** Three default widths and a custom one. */
export function WidthControl({ values, presets, onChange }: ControlProps & { presets: readonly number[] }): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  const max = (presets.at(-1) ?? 10) * 4;
  const isOwn = !presets.includes(values.strokeWidth);
  return (
    <div className={styles.group} role="group" aria-label={t("properties.width")}>
      {STEPS.map((step, index) => (
        <IconButton
          key={step}
          label={t(`properties.${step}`)}
          icon={<i className={styles.stroke} style={{ height: DRAWN[index] }} />}
          isPressed={values.strokeWidth === presets[index]}
          keepsFocus
          onPress={() => onChange({ strokeWidth: presets[index] ?? 4 })}
        />
      ))}
      <IconButton
        ref={opener}
        label={t("properties.anyWidth")}
        icon={<IconAdjustmentsHorizontal {...SMALL_ICON} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-on={isOwn || undefined}
        onPress={toggle}
      />
      {isOpen && (
        <Popover anchor={opener} label={t("properties.anyWidth")} onClose={close}>
          <Slider
            isLabelled
            label={t("properties.width")}
            min={1}
            max={max}
            step={1}
            value={Math.min(max, values.strokeWidth)}
            text={t("properties.pixels", { value: Math.round(values.strokeWidth) })}
            onChange={(strokeWidth, isLive) => onChange({ strokeWidth }, isLive)}
          />
        </Popover>
      )}
    </div>
  );
}

/** Styles of lines and arrows besides color and width. */
export function LineControls({ has, values, onChange }: ControlProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {has("dashed") && (
        <IconButton
          label={t("properties.dashed")}
          icon={<IconLineDashed {...SMALL_ICON} />}
          isPressed={values.dashed}
          onPress={() => onChange({ dashed: !values.dashed })}
        />
      )}
      {has("curved") && (
        <IconButton
          label={t("properties.curved")}
          icon={<IconVectorSpline {...SMALL_ICON} />}
          isPressed={values.curved}
          onPress={() => onChange({ curved: !values.curved })}
        />
      )}
      {has("heads") && (
        <IconButton
          label={t("properties.bothHeads")}
          icon={<IconArrowsHorizontal {...SMALL_ICON} />}
          isPressed={values.heads === "both"}
          onPress={() => onChange({ heads: values.heads === "both" ? "end" : "both" })}
        />
      )}
    </>
  );
}
