import { VISUALLY_HIDDEN } from "@stillreel/ui";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import type { EditorButtonProps } from "../image-editor.types.ts";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

/** A key as printed on a keyboard. */
export function Keycap({ children }: { children: string }): ReactNode {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** The class of a button's label, which gives way to the icon: always, or on narrow screens. */
export const labelClass = (isIconOnly: boolean, icon: ReactNode): string =>
  classNames(isIconOnly && VISUALLY_HIDDEN.always, icon !== undefined && VISUALLY_HIDDEN.phone);

/** A button of the top bar. On narrow screens it only shows its icon, if it has one. */
export function EditorButton({
  label,
  icon,
  hint,
  variant = "quiet",
  isIconOnly = false,
  isDisabled = false,
  isBusy = false,
  onPress,
}: EditorButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classNames(styles.button, isIconOnly && styles.iconOnly, icon !== undefined && styles.shrinks)}
      data-variant={variant}
      data-tip={icon === undefined ? undefined : label}
      data-tip-always={isIconOnly || undefined}
      data-tip-key={hint}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onPress}
    >
      {icon}
      <span className={labelClass(isIconOnly, icon)}>{label}</span>
      {hint !== undefined && !isIconOnly && (
        <span className={styles.hint} aria-hidden="true">
          <Keycap>{hint}</Keycap>
        </span>
      )}
    </button>
  );
}

/** Properties of an icon button. Attributes of ARIA and data pass through. */
export interface IconButtonProps {
  label: string;
  icon: ReactNode;
  /** Keys as printed. */
  hint?: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Does not take the focus on a pointer press: for buttons beside a text that is being edited. */
  keepsFocus?: boolean;
  className?: string;
  tabIndex?: number;
  ref?: Ref<HTMLButtonElement>;
  onPress(): void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  [attribute: `aria-${string}` | `data-${string}`]: string | boolean | number | undefined;
}

/** A small square button with a tooltip. */
export function IconButton({
  label,
  icon,
  hint,
  isPressed,
  isDisabled = false,
  keepsFocus = false,
  className,
  ref,
  onPress,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      className={classNames(styles.icon, className)}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={label}
      data-tip-always
      data-tip-key={hint}
      disabled={isDisabled}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      onClick={onPress}
      {...rest}
    >
      {icon}
    </button>
  );
}

/** A thin line between groups of a bar. */
export function Divider(): ReactNode {
  return <span className={styles.divider} aria-hidden="true" />;
}
