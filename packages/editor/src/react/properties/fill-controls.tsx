import { useDisclosure } from "@stillreel/ui/primitives";
import { IconBackground, IconDropletHalf2, IconSlash } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { Popover } from "../parts/popover.tsx";
import { Slider } from "../parts/slider.tsx";
import { useTexts } from "../texts-context.tsx";
import { ColorSwatches } from "./color-swatches.tsx";
import styles from "./properties.module.css";
import type { ControlProps } from "./style-controls.types.ts";

/** The fill color, or none. */
export function FillControl({ values, onChange }: ControlProps): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <IconButton
        ref={opener}
        label={t("properties.fill")}
        icon={
          values.fill === null ? (
            <IconBackground {...SMALL_ICON} />
          ) : (
            <i className={styles.filled} style={{ "--c": values.fill } as CSSProperties} />
          )
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={toggle}
      />
      {isOpen && (
        <Popover anchor={opener} label={t("properties.fill")} onClose={close}>
          <ColorSwatches
            label={t("properties.fill")}
            customLabel={t("properties.customColor")}
            value={values.fill}
            onChange={(fill, isLive) => onChange({ fill }, isLive)}
            before={
              <button
                type="button"
                className={styles.none}
                aria-label={t("properties.noFill")}
                aria-pressed={values.fill === null}
                onClick={() => onChange({ fill: null })}
              >
                <IconSlash size={18} stroke={1.6} aria-hidden="true" />
              </button>
            }
          />
        </Popover>
      )}
    </>
  );
}

/** The opacity. */
export function OpacityControl({ values, onChange }: ControlProps): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <IconButton
        ref={opener}
        label={t("properties.opacity")}
        hint="1-0"
        icon={<IconDropletHalf2 {...SMALL_ICON} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={toggle}
      />
      {isOpen && (
        <Popover anchor={opener} label={t("properties.opacity")} onClose={close}>
          <Slider
            isLabelled
            label={t("properties.opacity")}
            min={0.05}
            max={1}
            step={0.05}
            value={values.opacity}
            text={t("properties.percent", { value: Math.round(values.opacity * 100) })}
            onChange={(opacity, isLive) => onChange({ opacity }, isLive)}
          />
        </Popover>
      )}
    </>
  );
}
