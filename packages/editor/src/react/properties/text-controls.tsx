import { useDisclosure } from "@stillreel/ui/primitives";
import { IconAlignCenter, IconAlignLeft, IconAlignRight, IconBold, IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import buttons from "../parts/button.module.css";
import { classNames } from "../parts/class-names.ts";
import { SMALL_ICON } from "../parts/icon.ts";
import { IconMenu } from "../parts/menu.tsx";
import { Popover } from "../parts/popover.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./properties.module.css";
import type { ControlProps } from "./style-controls.types.ts";

const SIZES = [12, 16, 20, 24, 32, 40, 48, 64, 96] as const;
const SIZE_MIN = 4;
const SIZE_MAX = 2_000;
const ALIGNS = [
  { value: "start", key: "alignStart" },
  { value: "middle", key: "alignMiddle" },
  { value: "end", key: "alignEnd" },
] as const;

/** Shows the alignment of lines. The start is where reading starts. */
function AlignIcon({ align }: { align: "start" | "middle" | "end" }): ReactNode {
  const { direction } = useTexts();
  if (align === "middle") return <IconAlignCenter {...SMALL_ICON} />;
  const isLeft = (align === "start") === (direction === "ltr");
  return isLeft ? <IconAlignLeft {...SMALL_ICON} /> : <IconAlignRight {...SMALL_ICON} />;
}

/** Size, weight and alignment of text. */
export function TextControls({ has, values, scale, onChange }: ControlProps & { scale: number }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {has("fontSize") && (
        <FontSize value={values.fontSize} scale={scale} isOfText={has("bold")} onChange={(fontSize) => onChange({ fontSize })} />
      )}
      {has("bold") && (
        <IconButton
          label={t("properties.bold")}
          icon={<IconBold {...SMALL_ICON} />}
          isPressed={values.bold}
          keepsFocus
          onPress={() => onChange({ bold: !values.bold })}
        />
      )}
      {has("align") && (
        <IconMenu
          label={t("properties.align")}
          icon={<AlignIcon align={values.align} />}
          entries={ALIGNS.map(({ value, key }) => ({
            label: t(`properties.${key}`),
            icon: <AlignIcon align={value} />,
            isChecked: value === values.align,
            onSelect: () => onChange({ align: value }),
          }))}
        />
      )}
    </>
  );
}

interface SizeProps {
  value: number;
  /** Image pixels per CSS pixel. */
  scale: number;
  isOfText: boolean;
  onChange(size: number): void;
}

function FontSize({ value, scale, isOfText, onChange }: SizeProps): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  const label = t(isOfText ? "properties.fontSize" : "properties.stepSize");
  const choose = (size: number) => {
    close();
    onChange(size);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classNames(buttons.button, styles.size)}
        data-variant="quiet"
        aria-label={`${label}, ${t("properties.pixels", { value: Math.round(value) })}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-tip={label}
        data-tip-always
        onClick={toggle}
      >
        {Math.round(value)}
        <IconChevronDown size={13} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popover anchor={opener} label={label} onClose={close}>
          <div className={styles.sizes} role="group" aria-label={label}>
            {SIZES.map((given) => Math.round(given * scale)).map((size) => (
              <button
                key={size}
                type="button"
                className={styles.sizeChoice}
                aria-pressed={Math.round(value) === size}
                data-first-focus={Math.round(value) === size || undefined}
                onClick={() => choose(size)}
              >
                {size}
              </button>
            ))}
          </div>
          <AnySize value={value} onChoose={choose} />
        </Popover>
      )}
    </>
  );
}

function AnySize({ value, onChoose }: { value: number; onChoose(size: number): void }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(String(Math.round(value)));
  const size = Number.parseFloat(text);
  const isValid = size >= SIZE_MIN && size <= SIZE_MAX;
  return (
    <form
      className={styles.anySize}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onChoose(size);
      }}
    >
      <label className={styles.fieldLabel}>
        {t("properties.anySize")}
        <input
          className={styles.field}
          inputMode="decimal"
          aria-invalid={!isValid}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
    </form>
  );
}
